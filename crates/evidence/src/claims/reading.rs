//! Reading of claims from files.

use std::str::FromStr;

use strum::VariantArray;

use super::claim::{Bearing, Claim, Evidence, KINDS, Voice};
use crate::document::{InputError, Node, Value};
use crate::model::Hypothesis;
use crate::sources::{Reporter, SourceKind};
use crate::values::Computation;

/// The words for kinds of evidence in files.
const WORDS: [&str; 8] = ["cell", "run", "judge", "measure", "record", "value", "search", "argument"];

fn texts_of(node: &Node<'_>) -> Result<Vec<(String, String)>, InputError> {
    let pair = |(name, value): &(String, Value)| {
        let child = node.child(name, value);
        let text = match value {
            Value::Text(text) => text.clone(),
            _ => child.number()?.to_string(),
        };
        Ok((name.clone(), text))
    };
    node.value().fields().iter().map(pair).collect()
}

fn owned(node: &Node<'_>) -> Result<String, InputError> {
    node.text().map(String::from)
}

fn evidence(node: &Node<'_>) -> Result<Evidence, InputError> {
    let mut fields = node.fields()?;
    let kind_node = fields.required("kind")?;
    let kind = kind_node.text()?;
    if let "value" | "search" = kind {
        return Ok(Evidence::Value(Box::new(Computation::read(node, kind == "search")?)));
    }
    let mut text = |name: &'static str| owned(&fields.required(name)?);
    let read = match kind {
        "cell" => {
            let (mechanism, property) = (text("mechanism")?, text("property")?);
            Evidence::Cell { mechanism, property, violated: expects_violation(&fields.required("expect")?)? }
        }
        "run" => {
            let (mechanism, instance) = (text("mechanism")?, text("instance")?);
            Evidence::Run { mechanism, instance, tasks: fields.required("tasks")?.each(Node::number)? }
        }
        "judge" => {
            let (mechanism, property, instance) = (text("mechanism")?, text("property")?, text("instance")?);
            let violated = expects_violation(&fields.required("expect")?)?;
            Evidence::Judge { mechanism, property, instance, violated }
        }
        "measure" => {
            let (mechanism, measure, instance) = (text("mechanism")?, text("measure")?, text("instance")?);
            Evidence::Measure { mechanism, measure, instance, value: fields.required("value")?.number()? }
        }
        "argument" => Evidence::Argument { text: text("text")?, referee: fields.maybe("referee", owned)? },
        "record" => Evidence::Record { file: text("file")?, bearing: bearing(&fields.required("shows")?)? },
        other => return Err(kind_node.error(format!("`{other}` is none of {}", WORDS.join(", ")))),
    };
    fields.finish()?;
    Ok(read)
}

fn expects_violation(node: &Node<'_>) -> Result<bool, InputError> {
    match node.text()? {
        "violated" => Ok(true),
        "holds" => Ok(false),
        _ => Err(node.error("must be `holds` or `violated`")),
    }
}

/// Reads a word of an enumeration.
fn one_of<T>(node: &Node<'_>) -> Result<T, InputError>
where
    T: FromStr + VariantArray + Copy + Into<&'static str>,
{
    let words = || T::VARIANTS.iter().map(|known| (*known).into()).collect::<Vec<&str>>().join(", ");
    node.text()?.parse().map_err(|_| node.error(format!("is none of {}", words())))
}

fn bearing(node: &Node<'_>) -> Result<Bearing, InputError> {
    match node.text()? {
        "reproduces" => Ok(Bearing::Reproduces),
        "proves" => Ok(Bearing::Proves),
        "contradicts" => Ok(Bearing::Contradicts),
        "unrefuted" => Ok(Bearing::Unrefuted),
        _ => Err(node.error("must be `reproduces`, `contradicts` or `unrefuted`")),
    }
}

/// Reads the kind and the place of a report; documentation and code have a commit.
fn report(node: &Node<'_>) -> Result<(Reporter, String), InputError> {
    let mut fields = node.fields()?;
    let by = fields.required("by")?;
    let known: Reporter = one_of(&by)?;
    let place = fields.required("at")?;
    let at = place.text()?.to_string();
    let commit = |part: &str| part.len() == 40 && part.bytes().all(|b| b.is_ascii_hexdigit());
    if known.of_product() && !at.split(|c: char| !c.is_ascii_alphanumeric()).any(commit) {
        return Err(place.error("names no commit, which takes 40 hexadecimal digits"));
    }
    fields.finish()?;
    Ok((known, at))
}

/// Checks that a claim in this voice can come from a source of this kind, and that a reported claim gives its
/// place.
///
/// # Errors
/// The field that contradicts the voice or the kind of the source.
pub fn in_voice(claim: &Claim, kind: SourceKind, node: &Node<'_>) -> Result<(), InputError> {
    let refused = |name: &str, reason: &str| {
        let at = node.value().get(name).map_or_else(|| node.clone(), |value| node.child(name, value));
        Err(at.error(reason))
    };
    match (claim.voice, kind) {
        (Voice::Paper, SourceKind::Product | SourceKind::Unread) => {
            refused("voice", "only a paper that was read speaks in its own voice; this source is `reported`")
        }
        (Voice::Reported, _) if claim.reported.is_none() => {
            refused("voice", "a reported claim says in `reported` by what, and where that stands")
        }
        (Voice::Paper | Voice::Question, _) if claim.reported.is_some() => {
            refused("reported", "only a claim in the voice `reported` has it")
        }
        _ => Ok(()),
    }
}

/// Reads the claim in one table of a source's file.
///
/// # Errors
/// The field that is missing, unknown or invalid.
pub fn claim(source: &str, node: &Node<'_>) -> Result<Claim, InputError> {
    let mut fields = node.fields()?;
    let hypothesis = fields.optional("hypothesis");
    let stance = fields.required("stance")?;
    if !["asserts", "denies", "leaves-open"].contains(&stance.text()?) {
        return Err(stance.error("must be `asserts`, `denies` or `leaves-open`"));
    }
    let claim = Claim {
        id: owned(&fields.required("id")?)?,
        source: source.to_string(),
        row: fields.required("row")?.count()?,
        locus: owned(&fields.required("locus")?)?,
        kind: {
            let kind = fields.required("kind")?;
            if !KINDS.contains(&kind.text()?) {
                return Err(kind.error(format!("is none of {}", KINDS.join(", "))));
            }
            kind.text()?.to_string()
        },
        voice: {
            let voice = fields.required("voice")?;
            voice.text()?.parse().map_err(|_| voice.error("must be `paper`, `reported` or `question`"))?
        },
        reported: fields.maybe("reported", report)?,
        finding: owned(&fields.required("finding")?)?,
        statement: owned(&fields.required("statement")?)?,
        stance: stance.text()?.to_string(),
        mechanism: fields.maybe("mechanism", owned)?,
        property: fields.maybe("property", owned)?,
        hypothesis: match hypothesis {
            None => Hypothesis::None,
            Some(node) => Hypothesis::named(node.text()?).ok_or_else(|| node.error("unknown hypothesis"))?,
        },
        numbers: fields.maybe("numbers", texts_of)?.unwrap_or_default(),
        note: fields.maybe("note", owned)?,
        open: fields.maybe("open", one_of)?,
        tried: fields.maybe("tried", owned)?,
        evidence: fields.maybe("evidence", |node| node.each(evidence))?.unwrap_or_default(),
    };
    fields.finish()?;
    Ok(claim)
}
