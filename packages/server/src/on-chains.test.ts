// Deposits, withdrawals, sweeps and officers over real nodes, the real signer, engine and database,
// in short: ten reorganisations and ten kills of scanners, half of them on each chain, and kills of
// custody and its signer on the way of payments, sweeps and officers.
// Every place where custody can be killed: *.prove.ts beside this file.
//
// One file, since a chain, a signer and an engine are started once for all of it. In this order: a
// program's withdrawal and those of people want nothing but money; sweeps let the hot wallets be as
// full as they are; officers change the policy of the signer; deposits reorganise both chains
// deeper than what the other suites have read.
import './testing/on-chains/by-program.ts';
import './testing/on-chains/sent.ts';
import './testing/on-chains/sweeps.ts';
import './testing/on-chains/officers.ts';
import './testing/on-chains/deposits.ts';
