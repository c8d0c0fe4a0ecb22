//! Pictures and formulas of the book: bars, frames and curves at true scale, their texts, and MathML.

use fairwitness::book::formula::render;
use fairwitness::model::{Bar, Bars, Column, Frame, Panel, Part};
use fairwitness::picture::{Axes, Curve, Point, Scale, bars, curves, frame, shows};
use fairwitness::scalar::Rational;

use super::book::{page, pages, values};

/// Pictures have distinct text alternatives, and those of allocations contain the mechanism's name and the numbers.
#[test]
fn no_two_pictures_of_a_page_share_their_text() {
    let mut all = 0;
    for (name, text) in pages().iter().filter(|(name, _)| name.ends_with(".md")) {
        let mut labels: Vec<&str> = values(text, " aria-label=\"").collect();
        all += labels.len();
        labels.sort_unstable();
        let count = labels.len();
        labels.dedup();
        assert_eq!(labels.len(), count, "{name}: two pictures have one text: {labels:#?}");
        assert_eq!(count, text.matches("<svg").count(), "{name}: a picture has no text");
    }
    assert!(all > 300, "{all} pictures");
    // Server 1 has 1 CPU and 1 GB, server 2 has 1 GB; user 1 runs 2/3 tasks on server 1.
    let label = values(page("records/tsf-bf-2u2s2r.md"), " aria-label=\"").next().unwrap();
    for said in [
        "What TSF (task share fairness) allocates",
        "server 1: r1: 2/3 for user 1; r2: 2/3 for user 1, 1/3 for user 2.",
        "server 2: r2: 1 for user 2.",
    ] {
        assert!(label.contains(said), "{label}");
    }
}

/// Formulas become MathML, and code keeps its dollar signs.
#[test]
fn formulas_are_set() {
    let shown = render("a $x_1$ b `$x$`\n\n```\n$y$\n```\n\n$$\\frac{1}{2}$$ costs \\$3 \\& \\_").unwrap();
    assert!(shown.contains("<msub>") && shown.contains("<mfrac>") && shown.contains("display=\"block\""));
    for kept in ["`$x$`", "```\n$y$\n```", "costs $3 \\& \\_"] {
        assert!(shown.contains(kept), "no {kept} in {shown}");
    }
    // Markdown would take a pair of stars for emphasis, and a bar for the end of a cell.
    let stars = render("$a^* + b^*$ and $|x|$").unwrap();
    let text: String =
        stars.split('<').map(|tag| tag.split_once('>').map_or(tag, |(_, text)| text)).collect();
    assert!(!text.contains('*') && !text.contains('|'), "{stars}");
    for (line, wrong) in
        [(1, "$x"), (2, "\n$\\unknowncommand$"), (3, "\n\n`x"), (1, "$x\n\ny$"), (1, "a $$$$")]
    {
        assert_eq!(render(wrong).map_err(|e| e.line), Err(line), "{wrong:?}");
    }
}

/// The height of each part of a bar is proportional to its amount, and its title names the owner.
#[test]
fn bars_are_as_high_as_their_parts() {
    let part = |agent, n, d| (agent, Rational::new(n, d));
    let bar = |parts| Bar { name: "CPU".to_string(), parts };
    let drawn = bars(&Bars {
        title: "a < b".to_string(),
        whole: Some("capacity"),
        agents: vec!["one".to_string(), "two".to_string()],
        groups: vec![(
            "server 1".to_string(),
            vec![bar(vec![part(0, 1, 2), part(1, 1, 4)]), bar(vec![part(1, 1, 1)])],
        )],
    });
    let heights: Vec<f64> = values(&drawn, " height=\"").filter_map(|h| h.parse().ok()).collect();
    // One pixel separates parts; the last two rectangles belong to the legend.
    let (half, quarter, full) = (heights[0] + 1.0, heights[1] + 1.0, heights[2] + 1.0);
    assert!((half - 2.0 * quarter).abs() < 0.21 && (full - 2.0 * half).abs() < 0.21, "{heights:?}");
    assert_eq!(heights[3..], [10.0, 10.0]);
    for said in [
        "<title>one: 1/2</title>",
        "<title>two: 1/4</title>",
        "a &lt; b",
        ">capacity<",
        ">server 1<",
        ">1/2</text>",
    ] {
        assert!(drawn.contains(said), "no {said} in {drawn}");
    }
}

/// A frame is at true scale: outlines by capacity, parts within them, the envied bundle in thick lines, and the
/// missed level.
#[test]
fn frames_are_at_true_scale() {
    let half = Rational::new(1, 2);
    let part = |agent, height: &Rational, bold| Part {
        agent,
        height: height.clone(),
        value: height.to_string(),
        bold,
    };
    let column = |full: i64, parts, mark| Column {
        name: "GB".to_string(),
        full: Some(Rational::new(1, full)),
        amount: "4".to_string(),
        parts,
        mark,
    };
    let panel = |title: &str, bold| Panel {
        title: title.to_string(),
        groups: vec![(
            "server 1".to_string(),
            vec![
                column(1, vec![part(0, &half, false), part(1, &half, bold)], None),
                column(2, vec![part(1, &half, bold)], Some((half.clone(), "2 entitled".to_string()))),
            ],
        )],
    };
    let agents = vec!["ann".to_string(), "ben".to_string()];
    let made = Frame {
        agents,
        panels: vec![panel("as it is", true), panel("instead", false)],
        scale: String::new(),
    };
    let drawn = frame("What TSF allocates", &made);
    let heights: Vec<f64> = values(&drawn, " height=\"").filter_map(|h| h.parse().ok()).collect();
    // Two parts with one pixel between them, and the outline around both; then a part and an outline of half the
    // height.
    assert_eq!(heights[..3], [64.0, 64.0, 130.0]);
    assert_eq!(heights[3..5], [64.0, 65.0]);
    assert_eq!(
        drawn.matches("stroke-width=\"3\"").count(),
        2,
        "two parts of the envied bundle on the left alone"
    );
    assert_eq!(drawn.matches("stroke-dasharray").count(), 2);
    // The second agent has a pattern in addition to its colour, the first has none: two parts per panel, and the
    // legend.
    assert_eq!(drawn.matches("stroke-opacity=\"0.45\"").count(), 5);
    let label = values(&drawn, " aria-label=\"").next().unwrap();
    assert_eq!(
        label,
        "What TSF allocates. as it is: server 1: GB: 1/2 for ann, 1/2 for ben; GB: 1/2 for ben, with a dashed line at 2 \
         entitled. instead: server 1: GB: 1/2 for ann, 1/2 for ben; GB: 1/2 for ben, with a dashed line at 2 entitled."
    );
    let nothing = Frame { agents: Vec::new(), panels: Vec::new(), scale: String::new() };
    assert!(shows(&made) && !shows(&nothing));
}

/// A measured point is drawn at its place, with its error bar; an axis of ratios needs numbers above zero.
#[test]
fn curves_go_through_their_points() {
    let curve = |points| Curve { name: "c".to_string(), points };
    let axes = Axes { x: "m", y: "gap", scale: Scale::Linear };
    let line = curve(vec![(0.0, 0.0).into(), (1.0, 1.0).into(), (2.0, 4.0).into()]);
    let drawn = curves(&axes, &[line]).unwrap();
    let place = |what| values(&drawn, what).filter_map(|v| v.parse::<f64>().ok()).collect::<Vec<_>>();
    let (x, y) = (place("cx=\""), place("cy=\""));
    assert!((x[1] - x[0] - (x[2] - x[1])).abs() <= 1.0, "{x:?}");
    assert!(((y[0] - y[1]) * 4.0 - (y[0] - y[2])).abs() <= 4.0, "{y:?}");
    assert!(drawn.contains("currentColor") && !drawn.contains("#010203"));
    let bar = curve(vec![Point { x: 1.0, y: 1.0, error: Some(0.5) }]);
    assert!(curves(&axes, &[bar]).unwrap().contains("<circle"));
    let log = Axes { scale: Scale::Logarithmic, ..axes };
    assert!(curves(&log, &[curve(vec![(1.0, 0.0).into(), (2.0, 1.0).into()])]).is_err());
    assert!(curves(&axes, &[curve(Vec::new())]).is_err(), "nothing to draw");
}
