/** A picture of a single colour has no fingerprint. */
export async function aPictureFile(
  name: string,
  { width, height } = { width: 640, height: 800 },
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws nothing');
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, '#f4e4c8');
  light.addColorStop(0.4, '#8a5a3c');
  light.addColorStop(1, '#1d3557');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff';
  context.fillRect(width / 5, height / 3, width / 4, height / 4);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new File([blob], name, { type: 'image/jpeg' });
}

/** As a Portuguese spreadsheet saves it. */
export function aSheetFile(name: string, rows: readonly (readonly string[])[]): File {
  const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');
  return new File(['\uFEFF', text], name, { type: 'text/csv' });
}

/** Six posts of December 2026 on the second of two visible worksheets (sheets/README.md). */
export async function aWorkbookFile(name: string): Promise<File> {
  const response = await fetch(new URL('sheets/xlsxwriter.xlsx', import.meta.url));
  return new File([await response.blob()], name);
}
