// What a draft would change, and what a trader would meet, as the server reckons it. Shown beside
// the form.
import { Amount, KeyValue, Panel } from '@isobath/ui';
import type { ListingPreview } from '@isobath/wire';
import { FieldChange, nameField } from '../../base/listed-fields.tsx';
import { useTexts } from '../../base/texts.tsx';

/** Field by field, before and after. */
export function Changes({ preview }: { preview: ListingPreview | null }) {
  const t = useTexts('admin');
  const changes = preview?.changes ?? [];
  const problem = preview?.problems[0];
  const facts = changes.map(({ field, before, after }) => ({
    key: field,
    label: nameField(t, field),
    value: <FieldChange after={after} before={before} field={field} t={t} />,
  }));
  return (
    <Panel isFramed isPadded title={t('listing.changes')}>
      {problem === undefined ? null : (
        <p className="office-error">
          {problem.field === 'key' ? '' : `${nameField(t, problem.field)}: `}
          {problem.problem}
        </p>
      )}
      {facts.length === 0 && problem === undefined ? (
        <p className="office-quiet">{t('listing.same')}</p>
      ) : (
        <KeyValue facts={facts} />
      )}
    </Panel>
  );
}

/** Steps, band, the smallest order, fees, in the market's own coins. */
export function Example(props: { market: string; preview: ListingPreview | null }) {
  const t = useTexts('admin');
  const example = props.preview?.example ?? {};
  if (Object.keys(example).length === 0) return null;
  const [base = '', quote = ''] = props.market.toUpperCase().split('_');
  const say = (name: string, unit?: string) => (
    <Amount key={name} unit={unit} value={example[name] ?? null} />
  );
  const facts = [
    ['price', [say('price'), ', ', say('nextPrice')]],
    ['band', [say('lowestPrice'), ' – ', say('highestPrice')]],
    ['smallest', [say('smallestQuantity', base), ' = ', say('smallestValue', quote)]],
    ['order', [say('orderQuantity', base), ' = ', say('orderValue', quote)]],
    ['makerFee', say('makerFee', quote)],
    ['takerFee', say('takerFee', quote)],
  ] as const;
  return (
    <Panel isFramed isPadded title={t('listing.example')}>
      <KeyValue
        facts={facts.map(([name, value]) => ({
          key: name,
          label: t(`listing.example.${name}`),
          value,
        }))}
      />
    </Panel>
  );
}
