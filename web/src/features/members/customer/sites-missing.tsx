import { Alert } from 'antd';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';

interface SitesMissingProps {
  missing: readonly { site: number; name: string; asOf: string | null }[];
}

/** The sites that did not respond, shown with their last response. */
export function SitesMissing({ missing }: SitesMissingProps) {
  const clock = useSiteClock();
  if (missing.length === 0) return null;
  const asOf = (time: string | null): string => {
    if (time === null) return 'no data';
    const seconds = Date.parse(time) / 1_000;
    return `shown as of ${clock.date(seconds, null)} ${clock.time(seconds, null)}`;
  };
  const sites = missing.map(({ name, asOf: time }) => `${name} (${asOf(time)})`).join(', ');
  return <Alert type="warning" showIcon title={`Couldn’t reach: ${sites}`} />;
}
