/** The journeys' door: the whole product on a folder of its own, for whoever measures it. */
export { type Product, startProduct } from './product.ts';
