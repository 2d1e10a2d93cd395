/** The office room's door: operators, and who of them is signed in. */
export { ATTENDED_HEADER, formatOfficeCookie, OFFICE_COOKIE } from './cookie.ts';
export { refuseCase } from './cases.ts';
export { createOperator, readOperatorRole } from './create-operator.ts';
export { createOperators, type Operator, type Operators } from './operators.ts';
export { createOperatorSessions, type OperatorSessions } from './sessions.ts';
