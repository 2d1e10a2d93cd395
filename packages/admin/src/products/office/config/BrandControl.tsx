// Name, accent and picture of the house, with how they will look in both themes. Edits one text,
// the value as JSON. Not when it is saved (ValueEditor.tsx). Shown by ValueControl.tsx.
import { ApiError } from '@isobath/sdk';
import { brand as house, Button, readBase64, Select, TextField } from '@isobath/ui';
import {
  brandAccents,
  brandPictureBytesMax,
  brandRoutes,
  type SiteBrand,
  webValues,
} from '@isobath/wire';
import { useRef, useState } from 'react';
import { client } from '../../../base/client.ts';
import { describeTooLarge } from '../../../base/file-size.ts';
import { useTexts } from '../../../base/texts.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import './brand.css';

/** The value of a draft; one that cannot be read is the first one. */
function readDraft(draft: string): SiteBrand {
  const { shape, first } = webValues.brand;
  const raw: unknown = JSON.parse(draft);
  const parsed = shape.safeParse(raw);
  if (parsed.success) return parsed.data;
  // What is being typed may be wrong for now; the server says so when it is saved.
  return { ...first, ...(raw as Partial<SiteBrand>) };
}

/** The control. */
export function BrandControl(props: {
  draft: string;
  error: string | null;
  isDisabled: boolean;
  onChange: (draft: string) => void;
}) {
  const t = useTexts('admin');
  const { isDisabled } = props;
  const value = readDraft(props.draft);
  const edit = (change: Partial<SiteBrand>) =>
    props.onChange(JSON.stringify({ ...value, ...change }));
  return (
    <>
      <TextField
        error={props.error}
        hint={t('brand.nameHint', { name: house.name })}
        input={{ autoComplete: 'off', maxLength: 24, name: 'brand', spellCheck: false }}
        isDisabled={isDisabled}
        label={t('brand.name')}
        onChange={(name) => edit({ name })}
        value={value.name}
      />
      <Select
        hint={t('brand.accentHint')}
        isDisabled={isDisabled}
        label={t('brand.accent')}
        onChange={(accent) => edit({ accent })}
        options={brandAccents.map((accent) => ({
          value: accent,
          label: t(`brand.accent.${accent}`),
        }))}
        value={value.accent}
      />
      <PictureChoice
        hasPicture={value.picture !== ''}
        isDisabled={isDisabled}
        onChange={(picture) => edit({ picture })}
      />
      <BrandPreview value={value} />
    </>
  );
}

function PictureChoice(props: {
  hasPicture: boolean;
  isDisabled: boolean;
  onChange: (name: string) => void;
}) {
  const t = useTexts('admin');
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [isPending, setPending] = useState(false);
  const take = async (file: File) => {
    const tooLarge = describeTooLarge(t, file, brandPictureBytesMax);
    setProblem(tooLarge ?? '');
    if (chooser.current !== null) chooser.current.value = '';
    if (tooLarge !== null) return;
    setPending(true);
    try {
      const body = { picture: await readBase64(file) };
      const { name } = await client.call(brandRoutes.addBrandPicture, { body });
      props.onChange(name);
    } catch (failure) {
      const said = failure instanceof ApiError ? (failure.fields[0]?.problem ?? '') : '';
      setProblem(said === '' ? String((failure as Error).message) : said);
    }
    setPending(false);
  };
  return (
    <fieldset className="brand-picture" disabled={props.isDisabled}>
      <legend>{t('brand.picture')}</legend>
      <input
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('brand.choose')}
        className="ui-sr"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void take(file);
        }}
        ref={chooser}
        tabIndex={-1}
        type="file"
      />
      <div className="brand-picture-tools">
        <Button isPending={isPending} onClick={() => chooser.current?.click()}>
          {t('brand.choose')}
        </Button>
        {props.hasPicture ? (
          <Button onClick={() => props.onChange('')} variant="quiet">
            {t('brand.without')}
          </Button>
        ) : null}
      </div>
      {problem === '' ? (
        <small className="office-quiet">{t('brand.pictureHint')}</small>
      ) : (
        <small className="office-error" role="alert">
          {problem}
        </small>
      )}
    </fieldset>
  );
}
