import { useBrandName } from './house.ts';

/**
 * What the tab and search engines call a page: its name and the house's, and what it is about.
 *
 * @param props - name: left out, the house's alone.
 */
export function PageTitle(props: { name?: string | undefined; about?: string | undefined }) {
  const house = useBrandName();
  return (
    <>
      <title>{props.name === undefined ? house : `${props.name} - ${house}`}</title>
      {props.about === undefined ? null : <meta content={props.about} name="description" />}
    </>
  );
}
