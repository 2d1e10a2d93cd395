/** The audit room's door: acts of operators in a chain, and the proof of it. */
export { makeAuditKey } from './chain.ts';
export { exportAudit } from './export.ts';
export { type Action, type Actor, type AuditLog, createAuditLog, HOST } from './log.ts';
export { createLooks } from './looks.ts';
export { readAuditMark } from './mark-file.ts';
export { type AuditProof, verifyAudit } from './verify.ts';
