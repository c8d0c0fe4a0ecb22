//! The page of the papers' constructions: the purpose of each, and its smallest instance.

use super::Page;
use super::inert::fenced;
use super::link::Target;
use crate::instances::construction::{CONSTRUCTIONS, Construction};

/// Every construction with its smallest instance.
pub(super) fn page() -> Page {
    let mut text = String::from(
        "# Constructions\n\nInstances that the papers build, and some that we build on them. `verify instance ID` writes one as a \
         file, and `--m M` sets the size of a family. In the model `arrivals` a demand may be the infinitesimal `eps`.\n",
    );
    for construction in CONSTRUCTIONS {
        text += &item(construction);
    }
    ("constructions.md".to_string(), text)
}

fn item(construction: &Construction) -> String {
    let Construction { id, about, least, .. } = construction;
    let (m, option) = least.map_or((0, String::new()), |m| (m, format!(" --m {m}")));
    let text = fenced("toml", &construction.instance(m, None).to_toml());
    format!("\n<a id=\"{id}\"></a>`{id}`: {about}.\n\n`verify instance {id}{option}`:\n\n{text}")
}

/// The link targets of the ids of constructions.
pub(super) fn targets() -> Vec<(String, Target)> {
    let target = |c: &Construction| (c.id.to_string(), Target::to(format!("constructions.md#{}", c.id)));
    CONSTRUCTIONS.iter().map(target).collect()
}
