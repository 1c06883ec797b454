import type { PostAction } from '@pontual/contract/posts/posts.ts';
import type { ErrorClass } from '../src/instagram/graph/error-table.ts';
import {
  classifyContainerError,
  classifyGraphError,
  type InstagramIssue,
} from '../src/instagram/graph/errors.ts';

/** `parent` of a carousel, `status` of a container, `container` fails later, `token`: any call. */
export type ErrorStep =
  | 'create'
  | 'parent'
  | 'status'
  | 'container'
  | 'list'
  | 'quota'
  | 'publish'
  | 'token';

export interface KnownError {
  /** As the sandbox raises it; `-/subcode` occurs in the status of a container. */
  error: string;
  kind: ErrorClass;
  action: PostAction;
  messagePart: string;
  at: readonly ErrorStep[];
}

/** `10/business` is another message of code 10: only the numbers are used. */
export function classifyKnownError(error: string): InstagramIssue {
  const [code = '', word] = error.split('/');
  const subcode = Number(word) || undefined;
  return code === '-'
    ? classifyContainerError(String(subcode))
    : classifyGraphError(Number(code), subcode);
}

type Row = [error: string, says: string, ...at: ErrorStep[]];

const rows = (kind: ErrorClass, action: PostAction, known: readonly Row[]): KnownError[] =>
  known.map(([error, messagePart, ...at]) => ({ error, kind, action, messagePart, at }));

const anyRead = ['status', 'list', 'quota'] as const;
const anyCall = ['create', ...anyRead, 'publish'] as const;
const LOST = 'Enviamos de novo';
const UNREAD = 'não conseguiu ler este vídeo';
const UNPROCESSED = 'não conseguiu processar';
const NO_RESPONSE = 'não respondeu como devia';
const PAUSE = 'pediu uma pausa nesta conta';
const APP_PAUSE = 'pediu uma pausa ao aplicativo';
const REVOKED = 'não aceita mais a autorização';
const PERMISSION = 'Falta uma permissão';
const OUR_FAULT = 'um erro nosso';
const PAGE_REFUSES = 'verificação em duas etapas, ou o perfil não a administre mais';
const CHECKPOINT = 'verificação de segurança';

/**
 * The table of publishing errors, error bodies that others published, and the errors of the Graph API.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export const knownErrors: readonly KnownError[] = [
  ...rows('transient', 'wait', [
    ['-1/2207001', NO_RESPONSE, ...anyCall],
    ['-1/bare', NO_RESPONSE, ...anyCall],
    ['1', NO_RESPONSE, ...anyCall],
    ['2', NO_RESPONSE, ...anyCall],
    // Seen in May 2026 on reads of existing objects.
    ['100/33', NO_RESPONSE, ...anyRead],
  ]),
  ...rows('new_container', 'wait', [
    ['-2/bare', LOST, 'create'],
    ['-2/2207003', LOST, 'create', 'container'],
    ['-2/2207020', LOST, 'publish'],
    ['-1/2207032', LOST, 'create'],
    ['-1/2207053', LOST, 'container', 'publish'],
    ['-1/2207076', UNREAD, 'create'],
    ['-1/2207077', LOST, 'create'],
    ['-1/2207082', UNPROCESSED, 'create'],
    ['-1/2207085', UNPROCESSED, 'create'],
    ['24/bare', LOST, 'parent', 'publish'],
    ['24/2207006', LOST, 'parent', 'publish'],
    ['24/2207008', LOST, 'publish'],
    ['9004/bare', LOST, 'create'],
    ['9004/2207052', LOST, 'create', 'container'],
    ['-/2207076', UNREAD, 'container'],
    ['-/2207077', LOST, 'container'],
    ['-/2207082', UNPROCESSED, 'container'],
    ['-/2207085', UNPROCESSED, 'container'],
  ]),
  ...rows('not_ready', 'wait', [
    ['9007/bare', 'ainda está processando', 'publish'],
    ['9007/2207027', 'ainda está processando', 'publish'],
  ]),
  ...rows('quota', 'wait', [
    ['9/bare', 'limite de posts do Instagram em 24 horas', 'create', 'publish'],
    ['9/2207042', 'limite de posts do Instagram em 24 horas', 'create', 'publish'],
  ]),
  ...rows('rate_limited', 'wait', [
    ['17', PAUSE, ...anyCall],
    ['32', PAUSE, ...anyCall],
    ['613', PAUSE, ...anyCall],
    ['80001', PAUSE, ...anyCall],
    ['80002', PAUSE, 'parent', ...anyCall],
  ]),
  ...rows('app_limited', 'wait', [
    ['4', APP_PAUSE, ...anyCall],
    ['341', APP_PAUSE, ...anyCall],
  ]),
  ...rows('reconnect', 'reconnect', [
    ['102', REVOKED, ...anyCall],
    ['104', REVOKED, ...anyCall],
    ['190', REVOKED, ...anyCall],
    ['190/10', REVOKED, 'create', 'status'],
    ['190/458', 'foi retirada no Facebook', 'token', ...anyCall],
    ['190/459', CHECKPOINT, 'token', ...anyCall],
    ['190/460', 'senha do Facebook mudou', 'token', 'parent', ...anyCall],
    ['190/463', 'autorização da conta venceu', 'token', ...anyCall],
    ['190/464', 'perfil seja confirmado', 'token', ...anyCall],
    ['190/467', REVOKED, 'token', ...anyCall],
    ['190/492', PAGE_REFUSES, 'token', ...anyCall],
    ['3', PERMISSION, 'create'],
    ['10', PERMISSION, 'create'],
    ['10/business', PERMISSION, 'create'],
    ['10/scope', PERMISSION, 'create'],
    ['10/insights', PERMISSION, 'create'],
    ['200', PERMISSION, 'create'],
    ['294', PERMISSION, 'create'],
    ['299', PERMISSION, 'create'],
  ]),
  ...rows('blocked', 'try_again', [
    ['4/2207051', 'bloqueou a publicação', 'create', 'publish'],
    ['25/bare', 'restringiu esta conta', 'create', 'publish'],
    ['25/2207050', 'restringiu esta conta', 'create', 'publish'],
    ['368', CHECKPOINT, 'create', 'publish'],
    ['368/1404006', CHECKPOINT, 'create', 'publish'],
    ['368/1404078', PAGE_REFUSES, 'create', 'publish'],
  ]),
  ...rows('content', 'change_media', [
    ['100/2207028', 'de 2 a 10', 'parent'],
    ['352/bare', 'não aceita o formato deste vídeo', 'create'],
    ['352/2207026', 'não aceita o formato deste vídeo', 'create', 'container'],
    ['36000/bare', 'grande demais', 'create', 'publish'],
    ['36000/2207004', 'grande demais', 'create', 'publish'],
    ['36001/bare', 'não aceita o formato desta imagem', 'create', 'publish'],
    ['36001/2207005', 'não aceita o formato desta imagem', 'create', 'publish'],
    ['36003/bare', 'entre 4:5 e 1,91:1', 'create', 'publish'],
    ['36003/2207009', 'entre 4:5 e 1,91:1', 'create', 'publish'],
  ]),
  ...rows('content', 'edit', [
    ['1/2207057', 'capa escolhida', 'create', 'container'],
    ['100/2207035', 'marcação de produtos', 'create'],
    ['100/2207036', 'marcação de produtos', 'create'],
    ['100/2207037', 'marcação de produtos', 'create'],
    ['100/2207040', 'até 20', 'create'],
    ['110/bare', 'não pode ser marcada', 'create', 'parent'],
    ['110/2207018', 'não pode ser marcada', 'create', 'parent'],
    ['36004/bare', '2.200 caracteres', 'create', 'parent', 'publish'],
    ['36004/2207010', '2.200 caracteres', 'create', 'parent', 'publish'],
    ['506', 'repetido', 'create', 'publish'],
    ['-1/2207081', 'reels de teste', 'create'],
    ['-/2207081', 'reels de teste', 'container'],
  ]),
  ...rows('bug', 'try_again', [
    ['100', OUR_FAULT, 'create', 'status', 'publish'],
    ['100/2207023', OUR_FAULT, 'create'],
    ['100/2207067', OUR_FAULT, 'create'],
    ['100/2207089', OUR_FAULT, 'publish'],
    ['101', OUR_FAULT, 'create'],
    ['2500', OUR_FAULT, 'status'],
    ['-1/2207073', OUR_FAULT, 'create'],
  ]),
];

/** The engine has a rule for each, beside that of their class. */
const special = new Set(['100/33', '-/2207082', '-/2207085']);

export type ErrorCase = KnownError & { step: ErrorStep };

/** Every row at each of these steps. */
export const rowsAt = (...steps: ErrorStep[]): ErrorCase[] =>
  knownErrors
    .flatMap((known) => known.at.map((step) => ({ ...known, step })))
    .filter(({ step }) => steps.includes(step));

/** One error per class and action for each step, and the special ones: the engine reads nothing else. */
export function errorsOf(kinds: readonly ErrorClass[], steps: readonly ErrorStep[]): ErrorCase[] {
  const seenKeys = new Set<string>();
  const isNew = ({ kind, action, error, step }: ErrorCase) => {
    const key = [kind, action, step, special.has(error) && error].join();
    return !seenKeys.has(key) && seenKeys.add(key);
  };
  return rowsAt(...steps).filter((one) => kinds.includes(one.kind) && isNew(one));
}
