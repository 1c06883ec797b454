import type { PostAction } from '@pontual/contract/posts.ts';

/**
 * What an error of Instagram's means for us:
 * - transient: the same call may work later
 * - new_container: this container is lost, another may work
 * - not_ready: the container needs more time
 * - rate_limited, quota: wait, the account is over a limit
 * - reconnect: the owner must authorise again
 * - blocked: Instagram holds the account back, its owner must act there
 * - content: Instagram will never take this post as it is
 * - bug: our call was wrong, or Instagram answered what nobody has documented
 */
export type ErrorClass =
  | 'transient'
  | 'new_container'
  | 'not_ready'
  | 'rate_limited'
  | 'quota'
  | 'reconnect'
  | 'blocked'
  | 'content'
  | 'bug';

export interface InstagramProblem {
  class: ErrorClass;
  /** `code/subcode`, for support. */
  code: string;
  /** The Portuguese sentence for the post's owner. */
  cause: string;
  action: PostAction;
}

type Row = Omit<InstagramProblem, 'code'>;

const reconnect: Row = {
  class: 'reconnect',
  cause: 'O Instagram não aceita mais a autorização da conta. Conecte a conta novamente.',
  action: 'reconnect',
};
const rateLimited: Row = {
  class: 'rate_limited',
  cause: 'O Instagram pediu uma pausa nesta conta. Tentamos de novo em alguns minutos.',
  action: 'wait',
};
const transient: Row = {
  class: 'transient',
  cause: 'O Instagram não respondeu como devia. Tentamos de novo em instantes.',
  action: 'wait',
};
const lostContainer: Row = {
  class: 'new_container',
  cause: 'O Instagram perdeu o arquivo enviado. Enviamos de novo.',
  action: 'wait',
};
const unfetchable: Row = {
  class: 'new_container',
  cause: 'O Instagram não conseguiu buscar o arquivo. Enviamos de novo.',
  action: 'wait',
};
const bug: Row = {
  class: 'bug',
  cause: 'O Instagram recusou o post por um erro nosso. Nossa equipe foi avisada.',
  action: 'try_again',
};
const content = (cause: string, action: PostAction): Row => ({ class: 'content', cause, action });

/**
 * By `code/subcode`, else by `code`. Source: Instagram Platform, error codes reference, and bodies
 * published by others. The texts of Instagram are localised to the account: never match them.
 */
const problems: Record<string, Row> = {
  '-2/2207003': lostContainer,
  '-2/2207020': lostContainer,
  '-1/2207001': transient,
  '-1/2207032': lostContainer,
  '-1/2207053': lostContainer,
  '1': transient,
  '2': transient,
  '4/2207051': {
    class: 'blocked',
    cause: 'O Instagram bloqueou a publicação nesta conta. Abra o Instagram e resolva o aviso.',
    action: 'try_again',
  },
  '9/2207042': {
    class: 'quota',
    cause: 'A conta chegou ao limite de posts do Instagram em 24 horas.',
    action: 'wait',
  },
  '24/2207006': lostContainer,
  '24/2207008': lostContainer,
  '25/2207050': {
    class: 'blocked',
    cause: 'O Instagram restringiu esta conta. Abra o Instagram e resolva o aviso.',
    action: 'try_again',
  },
  '352/2207026': content('O Instagram não aceita o formato deste vídeo.', 'change_media'),
  '368': {
    class: 'blocked',
    cause: 'O Instagram pede uma verificação de segurança nesta conta. Abra o Instagram e resolva.',
    action: 'try_again',
  },
  '9004/2207052': unfetchable,
  '9007/2207027': {
    class: 'not_ready',
    cause: 'O Instagram ainda está processando o arquivo.',
    action: 'wait',
  },
  // Seen on reads of what exists, during an outage of Instagram's.
  '100/33': transient,
  '100/2207023': bug,
  '100/2207040': content('O post marca pessoas demais: o Instagram aceita até 20.', 'edit'),
  '110/2207018': content('Uma das pessoas marcadas não pode ser marcada.', 'edit'),
  '36000/2207004': content('A imagem é grande demais para o Instagram (até 8 MB).', 'change_media'),
  '36001/2207005': content('O Instagram não aceita o formato desta imagem.', 'change_media'),
  '36003/2207009': content(
    'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.',
    'change_media',
  ),
  '36004/2207010': content(
    'A legenda passa dos limites do Instagram: 2.200 caracteres, 30 hashtags e 20 menções.',
    'edit',
  ),
  '3': reconnect,
  '10': reconnect,
  '102': reconnect,
  '104': reconnect,
  '190': reconnect,
  '4': rateLimited,
  '17': rateLimited,
  '32': rateLimited,
  '341': rateLimited,
  '613': rateLimited,
};

/** The container was not processed in its time. */
export const notReady: InstagramProblem = { ...lostContainer, code: 'not-processed' };

/** What a subcode in the status text of a failed container means. */
export function containerProblem(subcode: string): InstagramProblem {
  const found = Object.entries(problems).find(([key]) => key.endsWith(`/${subcode}`));
  return { ...(found?.[1] ?? lostContainer), code: found?.[0] ?? `-/${subcode}` };
}

/** What an error object of the Graph API means; unknown codes are taken for our own fault. */
export function graphProblem(code: number, subcode: number | undefined): InstagramProblem {
  const name = subcode === undefined ? String(code) : `${code}/${subcode}`;
  return { ...(problems[name] ?? problems[String(code)] ?? byRange(code)), code: name };
}

function byRange(code: number): Row {
  if (code >= 200 && code <= 299) return reconnect;
  if (code >= 80_001 && code <= 80_014) return rateLimited;
  return bug;
}

/** What a held-up account means for a post that waits for it. */
export function heldUpProblem(
  heldUp: 'reconnect' | 'blocked' | 'rate_limited' | 'quota',
): InstagramProblem {
  const codes = { reconnect: '190', blocked: '4/2207051', rate_limited: '4', quota: '9/2207042' };
  const code = codes[heldUp];
  return { ...(problems[code] ?? bug), code };
}

/** No usable answer: the network, a time-out, a body that is no JSON. */
export const noAnswer: InstagramProblem = { ...transient, code: 'no-answer' };

/** The problem that a stored code names; undefined when there is none. */
export function problemOf(stored: string | null): InstagramProblem | undefined {
  const [, code, subcode] = /^(-?\d+)(?:\/(\d+))?$/.exec(stored ?? '') ?? [];
  if (code === undefined) return stored === noAnswer.code ? noAnswer : undefined;
  return graphProblem(Number(code), subcode === undefined ? undefined : Number(subcode));
}
