import { Skeleton } from 'antd';
import { Failure } from '../../../components/feedback/failure.tsx';
import { KeysHeld } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { PromoList } from './promo-list.tsx';
import { ReasonList } from './reason-list.tsx';
import { settingGroups } from './setting-fields.ts';
import { SettingRow } from './setting-row.tsx';
import { useSettingsQuery } from './settings-api.ts';
import styles from './settings.module.css';

/** /admin/settings: what staff may change without a new release (docs/rules/company.md#settings). */
export function SettingsScreen() {
  const { data, error, refetch } = useSettingsQuery();
  return (
    <Page title="Settings">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading the settings">
          <KeysHeld />
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      )}
      {data &&
        settingGroups.map(({ title, fields }) => (
          <Section key={title} flush title={title}>
            <ul className={styles.settings}>
              {Object.entries(fields).map(([name, field]) => {
                const setting = data.settings.find((one) => one.name === name);
                return setting && <SettingRow key={name} field={field} setting={setting} />;
              })}
            </ul>
          </Section>
        ))}
      <PromoList />
      <ReasonList />
    </Page>
  );
}
