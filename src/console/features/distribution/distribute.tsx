/** Distributes quota to all selected sub-accounts in one atomic call. */
export { DistributionModal as default } from '#console/features/distribution/distribution-modal.tsx'
