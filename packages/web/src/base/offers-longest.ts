import { defineSetting } from './settings.ts';

/**
 * Whether the list of languages offers the one of longest texts: set on the gallery by whoever
 * looks at layouts. Its addresses work outside production in any case.
 */
export const offersLongestSetting = defineSetting('developer.longest', false);
