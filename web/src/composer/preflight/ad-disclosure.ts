import { advertisingHashtags } from '@pontual/contract/posts/advertising.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { fold, listPositionedParts, type TextEdit } from '../../posts/hashtag-text.ts';
import type { PostForm, FormFile } from '../form.rules.ts';
import type { Finding } from './preflight.ts';

/** Matched against the folded caption. */
const commercialPattern =
  /\b(parceria|parceir[oa]s?|patrocin\w*|cupo(m|ns)|desconto (com|de)|codigo de desconto|use o codigo|recebid[oa]s?|ganhei|presente d[aeo]|mimo|permuta|convite d[aeo]|a convite|publipost|em colaboracao com|oferecimento|apoio d[aeo]|embaixador\w*|afiliad[oa]s?|link de afiliad[oa])\b/;

/** Number of characters in the feed before "mais". */
const VISIBLE_CAPTION_LENGTH = 125;

/** CONAR's guide of 2026 also requires that the mark is visible without a tap on "mais". */
const legalSource = {
  label: 'Art. 36 do Código de Defesa do Consumidor',
  href: 'https://www.planalto.gov.br/ccivil_03/leis/l8078compilado.htm',
};

type AdDisclosureInput = Pick<PostForm, 'caption' | 'collaborators'> & {
  files: readonly Pick<FormFile, 'tags'>[];
};
type AdDisclosureFinding = Finding & {
  fix: { label: string; edit: TextEdit };
  reminder: { label: string; href: string };
};

/** Due if an account is tagged, or mentioned beside commercial words, without a visible mark. */
export function checkAdDisclosure(
  form: AdDisclosureInput,
  type: MediaType,
): AdDisclosureFinding | null {
  const { caption, files, collaborators } = form;
  // The text of a story is in its picture, which cannot be checked here.
  if (type === 'STORIES') return null;
  const parts = listPositionedParts(caption);
  const isTagged = collaborators.length > 0 || files.some(({ tags }) => tags.length > 0);
  const isMentioned = parts.some(({ kind }) => kind === 'mention');
  if (!isTagged && !(isMentioned && commercialPattern.test(fold(caption)))) return null;
  const isDisclosure = ({ kind, text }: (typeof parts)[number]) =>
    kind === 'hashtag' && advertisingHashtags.has(fold(text.slice(1)).replaceAll('_', ''));
  const disclosure = parts.find(isDisclosure);
  if (disclosure !== undefined && disclosure.start < VISIBLE_CAPTION_LENGTH) return null;
  return {
    id: 'publi',
    text:
      disclosure === undefined
        ? 'Você marcou outra conta. Se houve pagamento, brinde ou permuta, identifique a publicidade logo no começo da legenda.'
        : `${disclosure.text} ficou depois do "mais", onde pouca gente vê. Se for publicidade, identifique logo no começo da legenda.`,
    fix: { label: 'Inserir #publi', edit: { start: 0, end: 0, text: '#publi ' } },
    isWarning: true,
    reminder: legalSource,
  };
}
