// Favourite contracts on the market page. No contract is listed yet: what was starred stands here
// by its code, without a price, for there is none.
import { EmptyState, IconButton, Star } from '@isobath/ui';
import { useContractFavourites } from '../../base/contract-favourites.ts';
import { useTexts } from '../../base/texts.tsx';
import { NextSteps } from '../../base/NextSteps.tsx';

/** The list, or what to expect of it. */
export function ContractFavourites() {
  const t = useTexts('market');
  const { codes, turn } = useContractFavourites();
  return (
    <>
      {codes.length === 0 ? null : (
        <ul className="market-contracts">
          {codes.map((code) => (
            <li key={code}>
              <IconButton
                icon={<Star />}
                isPressed
                label={t('favourite')}
                onClick={() => turn(code)}
                size="small"
              />
              <span>{code.toUpperCase()}</span>
            </li>
          ))}
        </ul>
      )}
      <EmptyState
        actions={<NextSteps />}
        text={t('contracts.noneText')}
        title={t('contracts.none')}
      />
    </>
  );
}
