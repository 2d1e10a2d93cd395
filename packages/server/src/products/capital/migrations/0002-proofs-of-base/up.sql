-- Proofs of requests are the base's: its table is bound_proofs.
DROP TABLE request_proofs;
