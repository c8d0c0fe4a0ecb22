//! Are computations on file evaluated exactly, and do those that have no value say why?

use std::path::Path;

use fairwitness::document::Document;
use fairwitness::library::values::{Computation, Computed};

/// The result of a quantity that is compared with an expected value, both as a file has them.
fn computed(quantity: &str, expected: &str) -> Result<Computed, String> {
    let text = format!("kind = \"value\"\nquantity = \"{quantity}\"\nexpected = {expected}\n");
    let document = Document::parse("a.toml", &text).unwrap();
    let read = Computation::read(&document.node(), false).map_err(|e| e.to_string())?;
    read.compute(Path::new("."))
}

#[test]
fn expressions_have_the_values_of_arithmetic() {
    for (quantity, expected, other) in [
        ("1 / 3 + 1 / 6", "\"1/2\"", "\"1/3\""),
        ("2 - 3 - 4 * 2", "-9", "3"),
        ("f(n) = if n == 0 then 1 else n * f(n - 1); f(5)", "120", "24"),
        ("a = [[1, 2], [3, 4]]; sum(a[i][1 - i] for i in range(2))", "5", "4"),
        ("len([1 for i in range(4) for j in range(i) if i + j != 3])", "4", "5"),
        ("len([[k for k in range(3)]])", "1", "3"),
        ("x = {a = [1, 0.25]}; put(x, 'a', 7).a + x.a[1]", "\"29/4\"", "8"),
        ("optimum([1, 1], [[[2, 1], '<=', 2], [[1, 2], '<=', 2]])", "\"4/3\"", "2"),
        ("not rounds(2/3, '0.66') and rounds(2/3, '0.67')", "true", "false"),
    ] {
        assert!(computed(quantity, expected).unwrap().agrees, "{quantity}");
        assert!(!computed(quantity, other).unwrap().agrees, "{quantity}");
    }
}

#[test]
fn a_text_in_place_of_a_number_neither_agrees_nor_contradicts() {
    assert_eq!(computed("if 1 < 2 then 'no case' else 1", "1").unwrap_err(), "no case");
}

#[test]
fn what_has_no_value_says_why() {
    for (quantity, reason) in [
        ("1 / (2 - 2)", "divides by zero"),
        ("len([1 for i in range(90000) for j in range(90000)])", "steps"),
        ("range(10000000)", "more than"),
        ("[1, 2][2]", "there is no item 2"),
        ("x", "`x` has no value"),
        ("1 +", "a name is expected"),
        ("'a", "never closed"),
        (&"(".repeat(100_000), "nested"),
        (&"- ".repeat(100_000), "nested"),
    ] {
        let said = computed(quantity, "1");
        assert!(said.clone().unwrap_err().contains(reason), "{quantity:.40}: {said:?}");
    }
}

/// Every way in which a function may call itself, on the stack that a thread has by default.
#[test]
fn a_function_that_calls_itself_without_end_is_refused_before_the_stack_is_used_up() {
    for body in [
        "f(x)",
        "1 + f(x)",
        "-f(x)",
        "not f(x)",
        "[f(x)]",
        "{a = f(x)}",
        "f(x).a",
        "[1, f(x)][0]",
        "[1][f(x)]",
        "f(f(x))",
        "max(f(x))",
        "if f(x) then 1 else 2",
        "true and f(x)",
        "(a = f(x); a)",
        "(g(y, z) = f(y); g(x, 1))",
        "[f(x) for i in [1] for j in [2]]",
        "[1 for i in f(x)]",
        "[1 for i in [1] if f(x)]",
    ] {
        let quantity = format!("f(x) = {body}; f(1)");
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let said = small.spawn(move || computed(&quantity, "1")).unwrap().join().unwrap();
        assert!(said.clone().unwrap_err().contains("calls itself"), "{body}: {said:?}");
    }
}
