/**
 * Paths below the language of pages that fill the window themselves: no footer below them. Apart
 * from the list of pages (products.ts), which a browser does not need.
 */
export const deskPaths: readonly string[] = ['trade/exchange/'];
