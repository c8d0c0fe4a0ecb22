//! What changes in a WebAssembly module while it runs, under names, so that it can be put back: its globals.

use wasmparser::{Operator, Parser, Payload};

/// The number of the section with the exports, and the kind of an export that is a global.
const EXPORTS: u8 = 7;
const GLOBAL: u8 = 3;

/// Appends a number as modules write it, seven bits a byte, the low ones first.
fn number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Returns `true` if the step changes what neither a memory nor a global has: tables, and the data that stand ready for them.
fn alters(step: &Operator<'_>) -> bool {
    use Operator::{DataDrop, ElemDrop, TableCopy, TableFill, TableGrow, TableInit, TableSet};
    matches!(
        step,
        TableSet { .. }
            | TableGrow { .. }
            | TableFill { .. }
            | TableCopy { .. }
            | TableInit { .. }
            | ElemDrop { .. }
            | DataDrop { .. }
    )
}

/// Returns the module with an export for each global that can change, and the names of these exports; `None` if the module has
/// several memories, or changes more than its memory and its globals.
pub fn globals(module: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let (mut changing, mut memories, mut end, mut exports) = (Vec::new(), 0, 8, None);
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload.ok()?;
        match &payload {
            Payload::MemorySection(all) => memories = all.count(),
            Payload::GlobalSection(all) => {
                for (index, global) in all.clone().into_iter().enumerate() {
                    if global.ok()?.ty.mutable {
                        changing.push(index);
                    }
                }
            }
            Payload::ExportSection(all) => exports = Some((end, all.range(), all.count())),
            Payload::CodeSectionEntry(body) => {
                for step in body.get_operators_reader().ok()? {
                    if alters(&step.ok()?) {
                        return None;
                    }
                }
            }
            _ => {}
        }
        end = payload.as_section().map_or(end, |(_, range)| range.end);
    }
    let (head, range, count) = exports.filter(|_| memories == 1)?;
    let names: Vec<String> = changing.iter().map(|index| format!("global {index}")).collect();
    let mut body = Vec::new();
    number(&mut body, count as usize + names.len());
    let listed = module.get(range.clone())?;
    body.extend(listed.iter().skip_while(|byte| **byte >= 0x80).skip(1));
    for (name, index) in names.iter().zip(changing) {
        number(&mut body, name.len());
        body.extend(name.bytes());
        body.push(GLOBAL);
        number(&mut body, index);
    }
    let mut exposed = module.get(..head)?.to_vec();
    exposed.push(EXPORTS);
    number(&mut exposed, body.len());
    exposed.extend(body);
    exposed.extend(module.get(range.end..)?);
    Some((exposed, names))
}
