// The tabs and sub-navigation of the notification centre, as the specification numbers them.

/** Module codes in the order of the tabs; 0 = all. */
export const moduleTabs = ['0', '2', '1', '20', '21'] as const;

/** A tab. */
export type ModuleTab = (typeof moduleTabs)[number];

/** A submodule; 0 = all of the module. */
export type Submodule =
  | '0'
  | '5'
  | '6'
  | '7'
  | '105'
  | '106'
  | '107'
  | '108'
  | '109'
  | '110'
  | '111'
  | '112'
  | '113'
  | '114'
  | '115'
  | '116'
  | '117';

/** Submodules by tab. */
export const submodules: Readonly<Record<ModuleTab, readonly Submodule[]>> = {
  '0': [],
  '2': ['0', '105', '106', '107', '109'],
  '1': ['0', '110', '111', '112', '116'],
  '20': ['0', '5', '6', '7', '108'],
  '21': ['0', '113', '114', '115', '117'],
};
