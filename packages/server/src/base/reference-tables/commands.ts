// The operator's commands of tables that are kept row by row, one family a table: `currencies
// list`, `currencies set`, and where rows may go `regions remove`. Which tables there are
// and what stands in them is the wire's list. Called by the list of commands.
import { type ReferenceTableForm, referenceTableNames, referenceTables } from '@isobath/wire';
import { ask, type Command, defineCommand, parseChange } from '../operator/index.ts';

/** Columns with what may stand in them. */
function describeColumns({ columns }: ReferenceTableForm): string {
  const shown = Object.entries(columns).map(([name, column]) =>
    column.kind === 'choice'
      ? `${name} (${column.choices.join(', ')})`
      : `${name} (${column.kind})`,
  );
  return shown.join(', ');
}

function createFamily(table: (typeof referenceTableNames)[number]): Command[] {
  const form: ReferenceTableForm = referenceTables[table];
  const { command, key } = form;
  const list = defineCommand({
    name: `${command} list`,
    changes: 'nothing',
    help: form.help,
    run: (_words, settings) => ask(settings, 'table.list', { table }),
  });
  const set = defineCommand({
    name: `${command} set`,
    changes: 'by server',
    parameters: [key],
    help: `change cells of a row${form.canAdd ? ' or add it' : ''}: ${describeColumns(form)}`,
    options: { set: { value: 'NAME=VALUE', isMany: true, isRequired: true, help: 'one cell' } },
    run(words, settings) {
      const changes = Object.fromEntries(words.texts('set').map(parseChange));
      return ask(settings, 'table.set', { table, key: words.positionals[0], changes });
    },
  });
  const remove = defineCommand({
    name: `${command} remove`,
    changes: 'by server',
    parameters: [key],
    help: 'take a row away',
    run: (words, settings) => ask(settings, 'table.remove', { table, key: words.positionals[0] }),
  });
  return form.canRemove ? [list, set, remove] : [list, set];
}

/** Every command of every table. */
export const tableCommands: readonly Command[] = referenceTableNames.flatMap(createFamily);
