import { Button, Select } from 'antd';
import { useState } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useOnlineLocationsQuery, useOnlinePosterQuery } from './poster-api.ts';
import styles from './poster.module.css';

/** /admin/poster: a site's poster with the QR code of its online sign-up (docs/rules/billing.md#poster). */
export function PosterScreen() {
  const { data, error, refetch } = useOnlineLocationsQuery({});
  const [chosen, setChosen] = useState<number | null>(null);
  const site = chosen ?? data?.locations[0]?.site ?? null;
  return (
    <Page title="Online sign-up poster">
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <p>No site sells a plan online. Mark a plan as available online first.</p>}
      {site !== null && (
        <>
          <Field label="Site">
            {(control) => (
              <Select
                {...control}
                size="large"
                style={{ maxWidth: 320 }}
                value={site}
                options={data?.locations.map((one) => ({ value: one.site, label: one.name }))}
                onChange={setChosen}
              />
            )}
          </Field>
          <Poster key={site} site={site} />
        </>
      )}
    </Page>
  );
}

function Poster({ site }: { site: number }) {
  const { data, error, refetch } = useOnlinePosterQuery({ params: { site: String(site) } });
  const failure = error && <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure ?? <PageSkeleton />;
  const svg = `data:image/svg+xml,${encodeURIComponent(data.svg)}`;
  return (
    <>
      {failure}
      <Section
        title={data.name}
        actions={
          <span className={styles.actions}>
            <Button href={svg} download={`online-sign-up-${site}.svg`}>
              Download SVG
            </Button>
            <Button type="primary" href={data.pdf} download={`online-sign-up-${site}.pdf`}>
              Download PDF
            </Button>
          </span>
        }
      >
        <img className={styles.poster} src={svg} alt={`Poster with the QR code of ${data.url}`} />
      </Section>
    </>
  );
}
