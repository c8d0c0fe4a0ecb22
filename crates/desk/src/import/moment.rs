//! Times as texts, by the Gregorian calendar.

/// Days since 1970 of a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year.div_euclid(400) * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Seconds since the start of 1970 of a time such as `2026-11-22T09:30:00`; `None` of `Unknown` and `None`.
///
/// # Errors
/// A text of another form, or a date that does not exist.
pub fn time(text: &str) -> Result<Option<i64>, String> {
    if matches!(text, "" | "Unknown" | "None") {
        return Ok(None);
    }
    let wrong = || format!("`{text}` is no time such as 2026-11-22T09:30:00, and not Unknown");
    let (date, clock) = text.split_once('T').ok_or_else(wrong)?;
    let numbers = |text: &str, mark: char| -> Option<Vec<i64>> {
        text.split(mark).map(|part| part.parse::<u16>().ok().map(i64::from)).collect()
    };
    let (date, clock) = (numbers(date, '-').ok_or_else(wrong)?, numbers(clock, ':').ok_or_else(wrong)?);
    let ([year, month, day], [hour, minute, second]) = (&date[..], &clock[..]) else { return Err(wrong()) };
    let length = days(year + month / 12, month % 12 + 1, 1) - days(*year, *month, 1);
    let fits =
        (1..=12).contains(month) && (1..=length).contains(day) && *hour < 24 && *minute < 60 && *second <= 60;
    if !fits {
        return Err(wrong());
    }
    Ok(Some(days(*year, *month, *day) * 86_400 + hour * 3_600 + minute * 60 + second))
}

/// A time with its difference from Coordinated Universal Time, such as `2026-11-22T10:30:00+01:00`, in that time.
///
/// # Errors
/// A text of another form, such as a part of a second.
pub(super) fn utc(text: &str) -> Result<String, String> {
    let wrong = || format!("`{text}` is no time to the second such as 2026-11-22T09:30:00Z");
    let (clock, ahead) = match text.strip_suffix('Z') {
        Some(clock) => (clock, 0),
        None => {
            let (clock, ahead) = text.split_at(text.rfind(['+', '-']).ok_or_else(wrong)?);
            let (hours, minutes) = ahead[1..].split_once(':').ok_or_else(wrong)?;
            let part = |text: &str| text.parse::<u8>().map(i64::from).map_err(|_| wrong());
            let seconds = part(hours)? * 3_600 + part(minutes)? * 60;
            (clock, if ahead.starts_with('-') { -seconds } else { seconds })
        }
    };
    let seconds = time(clock).ok().flatten().ok_or_else(wrong)?;
    Ok(moment(seconds - ahead) + "Z")
}

/// The moment `seconds` after the start of 1970 as text, such as `2026-11-22T10:15:00`.
pub fn moment(seconds: i64) -> String {
    let (day, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // The year is estimated by the mean length of a year, and then corrected by single years.
    let mut year = 1970 + day * 400 / 146_097;
    while days(year + 1, 1, 1) <= day {
        year += 1;
    }
    while days(year, 1, 1) > day {
        year -= 1;
    }
    let month = (1..=12).rev().find(|month| days(year, *month, 1) <= day).unwrap_or(1);
    let day = day - days(year, month, 1) + 1;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", clock / 3_600, clock / 60 % 60, clock % 60)
}
