//! The board as it is seen: everybody knows it.

use super::SiteView;
use super::glance::Glance;
use super::observer::Observer;
use cardwright_kernel::ids::SiteId;

impl Observer<'_> {
    /// The spaces, then the joints.
    pub(super) fn board(&self, glance: &mut Glance<'_>) -> Vec<SiteView> {
        let board = &self.rules().board;
        board.space_ids().chain(board.joint_ids()).map(|site| self.site(glance, site)).collect()
    }

    fn site(&self, glance: &mut Glance<'_>, site: SiteId) -> SiteView {
        let board = &self.rules().board;
        let joins: Vec<SiteId> = match board.joint(site) {
            Some(joint) => joint.ends.to_vec(),
            None => board.around(site).map(|(_, space)| space).collect(),
        };
        let id = self.state().entity_at(site);
        SiteView {
            name: self.site_name(site),
            kind: self.kind_of(self.state().entity(id)),
            joins: joins.into_iter().map(|site| self.site_name(site)).collect(),
            properties: self.properties(glance, id, true),
        }
    }
}
