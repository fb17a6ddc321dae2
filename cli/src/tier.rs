//! FIELDC_TIER: the tier that the environment asks for.

use fieldc::tier;

/// What is wrong with the setting, if something is: it is not followed, and whoever made it should know.
pub fn problem() -> Option<String> {
    let current = tier::current();
    match tier::requested()? {
        Ok(asked) if asked == current => None,
        Ok(asked) => Some(format!(
            "FIELDC_TIER={asked} asks for a tier that is not available here; {current} is used"
        )),
        Err(e) => Some(format!("FIELDC_TIER is ignored: {e}; {current} is used")),
    }
}
