// The name of a new product in every spelling its files need.
// Not here: the files.
// Used by the templates and by the lists.

/** `fixed-income` as file and as parts of identifiers: `fixedIncome`, `FixedIncome`. */
export interface ProductNames {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
}

/**
 * Spell a product's name.
 *
 * @param kebab - lower-case words joined by hyphens.
 * @throws Error when it is not that, or longer than 24 characters.
 */
export function spellProduct(kebab: string): ProductNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab) || kebab.length > 24) {
    throw new Error(`"${kebab}" is not a product name: lower-case words joined by hyphens`);
  }
  const camel = kebab.replaceAll(/-([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
  return { kebab, camel, pascal: `${camel[0]?.toUpperCase()}${camel.slice(1)}` };
}
