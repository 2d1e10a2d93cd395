// The tabs and sub-navigation of the notification centre, as the specification numbers them.

/** Module codes in the order of the tabs. */
export const modules = ['2', '1', '20', '21'] as const;

/** The tabs; 0 = all. */
export const moduleTabs = ['0', ...modules] as const;

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

/** Submodules by module. */
export const submodules: Readonly<Record<(typeof modules)[number], readonly Submodule[]>> = {
  '2': ['105', '106', '107', '109'],
  '1': ['110', '111', '112', '116'],
  '20': ['5', '6', '7', '108'],
  '21': ['113', '114', '115', '117'],
};

/** The sub-navigation of a tab: all of it first; the tab of everything has each kind. */
export function listChoices(tab: ModuleTab): readonly Submodule[] {
  return ['0', ...(tab === '0' ? modules.flatMap((each) => submodules[each]) : submodules[tab])];
}
