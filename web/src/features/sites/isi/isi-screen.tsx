import { Activity, useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { paths } from '../../../lib/paths.ts';
import { CouponRequest } from './coupon-request.tsx';
import { GiftCardLookup } from './gift-card-lookup.tsx';
import { SaleLookup } from './sale-lookup.tsx';

const tabs = {
  transaction: 'Sitewatch Transaction',
  giftcard: 'Sitewatch Giftcard Lookup',
  coupon: 'Sitewatch Wash Coupon',
} as const;
type Tab = keyof typeof tabs;

const contents: Readonly<Record<Tab, ComponentType>> = { transaction: SaleLookup, giftcard: GiftCardLookup, coupon: CouponRequest };

const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name);

/** /isi: sales and gift cards in the Sitewatch of the session's site (docs/rules/sites.md#isi). The top bar is hidden here. */
export function IsiScreen() {
  const [query, setQuery] = useSearchParams();
  const named = query.get('tab');
  const tab = isTab(named) ? named : 'transaction';
  // a tab keeps what was typed in it while another is open
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const open = (next: Tab): void =>
    setQuery((before) => {
      before.set('tab', next);
      return before;
    });
  return (
    <Page title="ISI" actions={<LinkButton to={paths.search}>Customer Lookup</LinkButton>}>
      <ModeTabs label="Sitewatch tools" modes={tabs} active={tab} onChange={open}>
        {opened.map((one) => {
          const Content = contents[one];
          return (
            <Activity key={one} mode={one === tab ? 'visible' : 'hidden'}>
              <Content />
            </Activity>
          );
        })}
      </ModeTabs>
    </Page>
  );
}
