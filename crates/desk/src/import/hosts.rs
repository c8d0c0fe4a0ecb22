//! Compact lists of hosts in the notation of Slurm: `n[1-3,7],gpu[01-02]-ib`.

/// The hosts of `list`. `left` is the number of hosts that may still be listed, and is lowered.
///
/// # Errors
/// Unclosed brackets, a malformed range, or too many hosts.
pub(super) fn hosts(list: &str, left: &mut usize) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for part in parts(list)? {
        expand("", part, &mut found, left)?;
    }
    Ok(found)
}

/// The parts of a list, separated by commas outside brackets.
fn parts(list: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (at, c) in list.char_indices() {
        match c {
            '[' if !inside => inside = true,
            ']' if inside => inside = false,
            '[' | ']' => return Err(format!("`{list}` has a bracket too many")),
            ',' if !inside => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if inside {
        return Err(format!("`{list}` has a bracket that is not closed"));
    }
    parts.push(&list[start..]);
    Ok(parts.into_iter().filter(|part| !part.is_empty()).collect())
}

/// Appends the hosts of `part` to `found`, each with the prefix `before`.
fn expand(before: &str, part: &str, found: &mut Vec<String>, left: &mut usize) -> Result<(), String> {
    let Some((head, rest)) = part.split_once('[') else {
        *left = left.checked_sub(1).ok_or("the lists of hosts are too long together")?;
        found.push(format!("{before}{part}"));
        return Ok(());
    };
    let (ranges, tail) = rest.split_once(']').unwrap_or((rest, ""));
    for range in ranges.split(',') {
        let wrong = || format!("`{range}` is no range of hosts");
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let whole = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (from, to) = (whole(first)?, whole(last)?);
        if to < from {
            return Err(wrong());
        }
        for k in from..=to {
            expand(&format!("{before}{head}{k:0width$}", width = first.len().min(20)), tail, found, left)?;
        }
    }
    Ok(())
}

/// The number of indexes in a list such as `0-9:2,15%4`, and the largest number that may run at a time.
///
/// # Errors
/// A malformed list, or one that was truncated.
pub(super) fn numbers(list: &str) -> Result<(usize, Option<usize>), String> {
    let wrong = || format!("`{list}` is no list of numbers such as 0-9,15%4");
    if list.contains("...") {
        return Err("the list is cut short: set SLURM_BITSTR_LEN=0 and ask again".to_string());
    }
    let (list, most) = match list.split_once('%') {
        Some((list, most)) => (list, Some(most.parse().map_err(|_| wrong())?)),
        None => (list, None),
    };
    let mut count = 0usize;
    for range in list.trim_start_matches('[').trim_end_matches(']').split(',') {
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let whole = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (first, last, step) = (whole(first)?, whole(last)?, whole(step)?);
        if last < first || step == 0 {
            return Err(wrong());
        }
        count = count.saturating_add((last - first) / step).saturating_add(1);
    }
    Ok((count, most))
}
