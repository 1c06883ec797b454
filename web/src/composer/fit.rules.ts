import { instagramLimits } from '../instagram/installed-limits.ts';
import { ratioText } from '../posts/ratio-text.ts';
import { frameOf, hasRatio, type FitMode } from '@pontual/contract/media/image-fit.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { PickedFile } from './form.rules.ts';

/** True for a picture whose size this browser cannot read, too. */
export function isReshaped(
  file: PickedFile,
  files: readonly PickedFile[],
  type: MediaType,
): boolean {
  if (file.kind !== 'image') return false;
  const ratio = targetRatio(type, files, instagramLimits());
  return file.width === 0 || ratio === null || !hasRatio(file, ratio);
}

/** Null where the file already has the ratio. */
export function listFits(files: readonly PickedFile[], type: MediaType): (FitMode | null)[] {
  return files.map((file) => (isReshaped(file, files, type) ? file.fit : null));
}

export function toFitField(fits: readonly (FitMode | null)[] = []): { fit?: string } {
  return fits.every((fit) => fit === null) ? {} : { fit: JSON.stringify(fits) };
}

export function withFit(
  files: readonly PickedFile[],
  { url, fit }: { url: string; fit: FitMode },
): PickedFile[] {
  return files.map((file) => (file.url === url ? { ...file, fit } : file));
}

const percents = new Intl.NumberFormat('pt-BR', { style: 'percent' });

export function shapeText(files: readonly PickedFile[], type: MediaType): string {
  const ratio = targetRatio(type, files, instagramLimits());
  if (type === 'STORIES') return 'Stories ocupam a tela inteira, em 9:16.';
  if (type === 'CAROUSEL') {
    const ratioSuffix = ratio === null ? '' : ` (${ratioText(ratio)})`;
    return `Todos os itens saem na proporção do primeiro${ratioSuffix}.`;
  }
  const { minImageRatio } = instagramLimits();
  const bounds = `O feed do Instagram aceita imagens de ${ratioText(minImageRatio)} a 1,91:1.`;
  return ratio === null ? bounds : `${bounds} Esta sai em ${ratioText(ratio)}.`;
}

/** In percent and not px, because the server may scale the picture. */
export function fitResultText(file: PickedFile, ratio: number | null): string {
  if (file.width === 0) return 'Este navegador não mostra esta foto. O ajuste é feito no envio.';
  if (ratio === null) return 'O ajuste é feito no envio.';
  const frame = frameOf(file, ratio, file.fit);
  const [across, down] = [frame.width / file.width, frame.height / file.height];
  if (across > 1) return 'Sai inteira, com bordas brancas dos lados.';
  if (down > 1) return 'Sai inteira, com bordas brancas em cima e embaixo.';
  const share = 1 - Math.min(across, down);
  const lossText = share < 0.01 ? 'Perde menos de 1%' : `Sai sem ${percents.format(share)}`;
  return `${lossText} da ${across < 1 ? 'largura' : 'altura'}, cortada pelo centro.`;
}
