/** The room of proofs: a second factor over the exact text of one request. */
export { createFreezeLinks, type FreezeLinks } from './freeze-links.ts';
export {
  createProofs,
  type ProofMeaning,
  type Proofs,
  type ProvenCall,
  type TakenProof,
} from './proofs.ts';
