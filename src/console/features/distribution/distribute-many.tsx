/** Distribution to all selected sub-accounts at once: to all of them or to none. */
export { DistributionModal as default } from '#console/features/distribution/distribution-modal.tsx'
