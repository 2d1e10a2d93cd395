// The blocks of an article as elements: headings, lists, tables, code, boxes. Letters stay letters:
// nothing here takes markup, so no tag and no script can come out of a text.
// Not a reader of Markdown: the server is. Used by the pages of articles and by the editor.
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { formatMoment, formatUtc } from '../number/time.ts';
import { useUi } from '../words/UiProvider.tsx';

/** A run of text. */
export type ArticleSpanShape = {
  readonly text: string;
  readonly marks: readonly ('strong' | 'emphasis' | 'code')[];
  readonly href?: string | undefined;
  readonly atMs?: number | undefined;
};

type Spans = readonly ArticleSpanShape[];
type ListItem = { readonly depth: number; readonly isOrdered: boolean; readonly spans: Spans };

/** A block. */
export type ArticleBlockShape =
  | { readonly kind: 'paragraph'; readonly spans: Spans }
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly anchor: string;
      readonly spans: Spans;
    }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'quote';
      readonly tone: 'plain' | 'note' | 'warning';
      readonly paragraphs: readonly Spans[];
    }
  | { readonly kind: 'table'; readonly head: Spans[]; readonly rows: Spans[][] }
  | { readonly kind: 'rule' };

/** How a link is drawn; the page knows its router. */
export type RenderArticleLink = (href: string, words: ReactNode) => ReactNode;

type BodyProps = {
  blocks: readonly ArticleBlockShape[];
  renderLink: RenderArticleLink;
  /** Names of the boxes, for those who do not see them. */
  words: { readonly note: string; readonly warning: string };
};

/** Only what a link may lead to; anything else stays text. */
const goodHref = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/;

/** An article's blocks. */
export function ArticleBody(props: BodyProps) {
  return (
    <div className="ui-article">
      {props.blocks.map((block, place) => (
        <Block block={block} body={props} key={place} />
      ))}
    </div>
  );
}

function Block(props: { block: ArticleBlockShape; body: BodyProps }) {
  const { block, body } = props;
  const { renderLink } = body;
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <SpanList renderLink={renderLink} spans={block.spans} />
        </p>
      );
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : block.level === 3 ? 'h3' : 'h4';
      return (
        <Heading id={block.anchor}>
          <SpanList renderLink={renderLink} spans={block.spans} />
        </Heading>
      );
    }
    case 'list':
      return <List items={block.items} renderLink={renderLink} />;
    case 'code':
      return (
        <pre className="ui-article-code" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <Quote block={block} body={body} />;
    case 'table':
      return <Table block={block} renderLink={renderLink} />;
    case 'rule':
      return <hr />;
  }
}

function SpanList(props: { spans: Spans; renderLink: RenderArticleLink }) {
  return props.spans.map((span, place) => (
    <Fragment key={place}>{drawSpan(span, props.renderLink)}</Fragment>
  ));
}

function drawSpan(span: ArticleSpanShape, renderLink: RenderArticleLink): ReactNode {
  let drawn: ReactNode = span.atMs === undefined ? span.text : <ZoneTime atMs={span.atMs} />;
  if (span.marks.includes('code')) drawn = <code>{drawn}</code>;
  if (span.marks.includes('emphasis')) drawn = <em>{drawn}</em>;
  if (span.marks.includes('strong')) drawn = <strong>{drawn}</strong>;
  const isLink = span.href !== undefined && goodHref.test(span.href);
  return isLink ? renderLink(span.href ?? '', drawn) : drawn;
}

/** A moment of the text: UTC as written until the page lives, then in the reader's zone. */
function ZoneTime(props: { atMs: number }) {
  const { locale, timeZone } = useUi();
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const utc = formatUtc(props.atMs);
  const local = isLive ? formatMoment(props.atMs, { locale, form: 'full', timeZone }) : utc;
  return (
    <time className="ui-number" dateTime={new Date(props.atMs).toISOString()} title={utc}>
      {local}
    </time>
  );
}

/** Items from a place on that lie deeper than it, up to the next that does not. */
function takeDeeper(items: readonly ListItem[], after: number): readonly ListItem[] {
  const depth = items[after]?.depth ?? 0;
  const end = items.findIndex((item, place) => place > after && item.depth <= depth);
  return items.slice(after + 1, end === -1 ? items.length : end);
}

function List(props: { items: readonly ListItem[]; renderLink: RenderArticleLink }) {
  const { items, renderLink } = props;
  const depth = items[0]?.depth ?? 0;
  const Frame = items[0]?.isOrdered === true ? 'ol' : 'ul';
  return (
    <Frame>
      {items.map((item, place) => {
        if (item.depth > depth) return null;
        const inner = takeDeeper(items, place);
        return (
          <li key={place}>
            <SpanList renderLink={renderLink} spans={item.spans} />
            {inner.length > 0 ? <List items={inner} renderLink={renderLink} /> : null}
          </li>
        );
      })}
    </Frame>
  );
}

function Quote(props: { block: Extract<ArticleBlockShape, { kind: 'quote' }>; body: BodyProps }) {
  const { block, body } = props;
  const paragraphs = block.paragraphs.map((spans, place) => (
    <p key={place}>
      <SpanList renderLink={body.renderLink} spans={spans} />
    </p>
  ));
  if (block.tone === 'plain') return <blockquote>{paragraphs}</blockquote>;
  return (
    <div className="ui-article-box" data-tone={block.tone} role="note">
      <p className="ui-article-box-name">{body.words[block.tone]}</p>
      {paragraphs}
    </div>
  );
}

function Table(props: {
  block: Extract<ArticleBlockShape, { kind: 'table' }>;
  renderLink: RenderArticleLink;
}) {
  const { block, renderLink } = props;
  return (
    // A wide table scrolls in its own frame, which a keyboard can reach.
    <section aria-label={block.head.map(([first]) => first?.text ?? '').join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((spans, place) => (
              <th key={place} scope="col">
                <SpanList renderLink={renderLink} spans={spans} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((spans, place) => (
                <td key={place}>
                  <SpanList renderLink={renderLink} spans={spans} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
