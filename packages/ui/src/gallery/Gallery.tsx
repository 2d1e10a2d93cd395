// Every part in every state on one page, with switches for theme, palette, density and size.
// Not a page of the product: the sandbox mounts it, people who draw and tests look at it.
import { type ReactNode, useEffect, useState } from 'react';
import { Segmented, Switch } from '../controls/Choices.tsx';
import { Link } from '../controls/Link.tsx';
import { Wordmark } from '../marks/BrandMark.tsx';
import { Waterline } from '../marks/Marks.tsx';
import { type UiSettings, UiProvider, useUi } from '../words/UiProvider.tsx';
import { ChartShelves } from './ChartShelves.tsx';
import { ChoiceShelves } from './ChoiceShelves.tsx';
import { ContainerShelves } from './ContainerShelves.tsx';
import { FieldShelves } from './FieldShelves.tsx';
import { LayerShelves } from './LayerShelves.tsx';
import { NumberShelves } from './NumberShelves.tsx';
import { Section } from './Section.tsx';
import { StateShelves } from './StateShelves.tsx';
import { TableShelves } from './TableShelves.tsx';
import { ConversationShelves } from './ConversationShelves.tsx';
import { TokenShelves } from './TokenShelves.tsx';

const sections: readonly { id: string; title: string; body: ReactNode }[] = [
  { id: 'tokens', title: 'Tokens', body: <TokenShelves /> },
  { id: 'numbers', title: 'Numbers', body: <NumberShelves /> },
  { id: 'fields', title: 'Buttons and fields', body: <FieldShelves /> },
  { id: 'choices', title: 'Choices and marks', body: <ChoiceShelves /> },
  { id: 'layers', title: 'Layers', body: <LayerShelves /> },
  { id: 'containers', title: 'Containers', body: <ContainerShelves /> },
  { id: 'tables', title: 'Tables', body: <TableShelves /> },
  { id: 'charts', title: 'Charts', body: <ChartShelves /> },
  { id: 'talks', title: 'Talks', body: <ConversationShelves /> },
  { id: 'states', title: 'States', body: <StateShelves /> },
];

const switches = {
  theme: ['dark', 'light', 'system'],
  palette: ['classic', 'clear'],
  orientation: ['normal', 'swap'],
  density: ['comfortable', 'compact', 'dense'],
  'font-scale': ['90', '100', '110', '125'],
  motion: ['full', 'calm'],
} as const;

type SwitchName = keyof typeof switches;

/**
 * The whole gallery; needs a UiProvider above it and changes attributes of the page's root.
 *
 * @param props - longest: whether the site's list of languages offers the longest texts.
 */
export function Gallery(props: {
  longest?: { isOffered: boolean; onOffer: (isOffered: boolean) => void };
}) {
  const settings = useUi();
  const [isHidden, setHidden] = useState(false);
  const own: UiSettings = { ...settings, isHidden };
  return (
    <UiProvider settings={own}>
      <main className="ui-gallery">
        <header className="ui-gallery-head">
          <h1>
            <Wordmark size={28} />
          </h1>
          <div className="ui-gallery-switches">
            {props.longest ? (
              <Switch
                isOn={props.longest.isOffered}
                label="longest texts in the list of languages"
                onChange={props.longest.onOffer}
              />
            ) : null}
            {(Object.keys(switches) as SwitchName[]).map((name) => (
              <RootSwitch key={name} name={name} />
            ))}
            <Segmented
              label="own amounts"
              onChange={(value) => setHidden(value === 'hidden')}
              options={[
                { value: 'shown', label: 'shown' },
                { value: 'hidden', label: 'hidden' },
              ]}
              size="small"
              value={isHidden ? 'hidden' : 'shown'}
            />
          </div>
        </header>
        <Waterline isYou notchAt="32px" />
        <nav aria-label="Sections" className="ui-gallery-index">
          {sections.map((section) => (
            <Link href={`#${section.id}`} isQuiet key={section.id}>
              {section.title}
            </Link>
          ))}
        </nav>
        {sections.map((section) => (
          <Section id={section.id} key={section.id} title={section.title}>
            {section.body}
          </Section>
        ))}
      </main>
    </UiProvider>
  );
}

function RootSwitch(props: { name: SwitchName }) {
  const options = switches[props.name];
  const [value, setValue] = useState<string>(options[0]);
  const attribute = `data-${props.name}`;
  useEffect(() => {
    setValue((before) => document.documentElement.getAttribute(attribute) ?? before);
  }, [attribute]);
  return (
    <Segmented
      label={props.name}
      onChange={(next) => {
        document.documentElement.setAttribute(attribute, next);
        setValue(next);
      }}
      options={options.map((option) => ({ value: option, label: option }))}
      size="small"
      value={value}
    />
  );
}
