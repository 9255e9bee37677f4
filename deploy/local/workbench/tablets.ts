import { enrolmentLink, type Desk } from './enrolment-link.ts';

/** Enrols each site's tablet that is not yet, by a one-time link as any tablet is. It serves every terminal of its site. */
export async function enrolTablets({ url, company, control }: Desk): Promise<void> {
  await Promise.all(
    company.sites.map(async ({ number, name }) => {
      const tablet = control(`tablet-${number}`);
      const { enrolment } = (await (await fetch(`${tablet}/state`)).json()) as { enrolment: object | null };
      if (enrolment) return;
      const link = await enrolmentLink(url, company, { kind: 'tablet', name: `${name} tablet`, site: number, terminal: null });
      const response = await fetch(`${tablet}/enrol`, { method: 'POST', body: JSON.stringify({ cloud: url, link }) });
      if (!response.ok) throw new Error(`The tablet of site ${number} was not enrolled: ${await response.text()}`);
    }),
  );
}
