import { escapedHtml } from '@washdesk/rules/text/html';
import type { FigureRow, Report, ReportLine } from './report-content.ts';

const footer = 'This address is a recipient of the weekly report in Washdesk’s settings, where an Admin can remove it:';

/** Returns the report as plain text with short lines, readable in any font and on a phone. */
export function textOf({ title, sections, note, settings }: Report): string {
  const parts = sections.map((section) => {
    const rows = section.rows.map(({ name, cells }) =>
      [name, ...cells.map((cell) => `  ${cell.title}: ${cell.value} (week before: ${cell.before})`)].join('\n'),
    );
    const lines = section.lines.map(({ text, link }) => `- ${text}${link === null ? '' : `\n  ${link}`}`);
    return [section.title.toUpperCase(), ...rows, ...lines, ...(section.link === null ? [] : [section.link])].join('\n');
  });
  return [title, ...parts, note, `${footer}\n${settings}`].join('\n\n');
}

const ink = '#1f2933';
const faint = '#616e7c';
const blue = '#0b5cad';
const fonts = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Returns the report as HTML. Mail programs read styles only at each element and lay out only tables. */
export function htmlOf({ title, period, sections, note, settings }: Report): string {
  const cards = sections.map((section) => {
    const link = section.link === null ? '' : `<p style="margin:12px 0 0">${anchor('View in Washdesk', section.link)}</p>`;
    const list = section.lines.length === 0 ? '' : `<ul style="margin:0;padding:0 0 0 18px">${section.lines.map(item).join('')}</ul>`;
    return `<div style="background:#ffffff;border:1px solid #e4e7eb;border-radius:8px;padding:16px;margin:0 0 16px">
<h2 style="margin:0 0 8px;font-size:17px">${escapedHtml(section.title)}</h2>
${figureTable(section.rows)}${list}${link}</div>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapedHtml(title)}</title>
</head>
<body style="margin:0;background:#f5f7fa;color:${ink};font-family:${fonts};font-size:14px;line-height:1.45">
<div style="max-width:640px;margin:0 auto;padding:16px 12px">
<h1 style="margin:0;font-size:22px">Weekly report</h1>
<p style="margin:0 0 16px;color:${faint}">${escapedHtml(period)}. The week before in gray.</p>
${cards.join('\n')}
<p style="margin:0 0 8px;color:${faint};font-size:12px">${escapedHtml(note)}</p>
<p style="margin:0;color:${faint};font-size:12px">${escapedHtml(footer)} ${anchor('Settings', settings)}</p>
</div>
</body>
</html>`;
}

const anchor = (text: string, link: string): string => `<a href="${escapedHtml(link)}" style="color:${blue}">${escapedHtml(text)}</a>`;

const item = ({ text, link }: ReportLine): string =>
  `<li style="margin:0 0 4px">${link === null ? escapedHtml(text) : anchor(text, link)}</li>`;

/** Each row is its name above its figures: three large amounts beside a name are too wide for a phone. */
function figureTable(rows: readonly FigureRow[]): string {
  const [first] = rows;
  if (!first) return '';
  const heads = first.cells.map(
    (cell) => `<th scope="col" style="padding:0;text-align:right;font-weight:normal;color:${faint}">${escapedHtml(cell.title)}</th>`,
  );
  const bodies = rows.map(({ name, cells }, place) => {
    const weight = place === rows.length - 1 ? 'bold' : 'normal';
    const figures = cells.map(
      (cell) =>
        `<td style="padding:0 0 6px;text-align:right;font-weight:${weight}">${escapedHtml(cell.value)}<br><span style="color:${faint};font-size:12px;font-weight:normal">${escapedHtml(cell.before)}</span></td>`,
    );
    const head = `<th scope="colgroup" colspan="${cells.length}" style="padding:6px 0 0;border-top:1px solid #e4e7eb;text-align:left">${escapedHtml(name)}</th>`;
    return `<tr>${head}</tr><tr>${figures.join('')}</tr>`;
  });
  return `<table style="width:100%;border-collapse:collapse;table-layout:fixed;font-size:14px"><tr>${heads.join('')}</tr>${bodies.join('')}</table>`;
}
