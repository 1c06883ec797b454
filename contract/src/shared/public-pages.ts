import { paths } from './paths.ts';

interface PublicPage {
  /** The document title, without the product name. */
  title: string;
  /** One sentence; on the legal pages it is also their lead. */
  description: string;
}

export type PublicPath =
  | typeof paths.home
  | typeof paths.plans
  | typeof paths.schedule
  | typeof paths.support
  | typeof paths.login
  | typeof paths.register
  | typeof paths.privacy
  | typeof paths.terms
  | typeof paths.cookies
  | typeof paths.accessibility
  | typeof paths.status
  | typeof paths.developers;

/** The pages that search engines may index, in the order of the sitemap; all other pages are noindex. */
export const publicPages: Readonly<Record<PublicPath, PublicPage>> = {
  [paths.home]: {
    title: 'Seus posts, na hora certa',
    description:
      'Agende fotos, vídeos, reels, stories e carrosséis. A Pontual publica no seu Instagram no minuto marcado.',
  },
  [paths.plans]: {
    title: 'Planos e preços',
    description:
      'Plano grátis, Pro por R$\u00a019,99 e Premium por R$\u00a049,99 por mês. Agende posts no Instagram, cancele quando quiser e tenha 30 dias de garantia.',
  },
  [paths.schedule]: {
    title: 'Calendário & Timeline',
    description: 'O seu mês de posts num olhar e a fila minuto a minuto, no horário de Brasília.',
  },
  [paths.support]: {
    title: 'Central de Ajuda',
    description:
      'Respostas sobre agendamento, conta, planos, vídeos e a conexão com o Instagram, e um formulário para falar com a equipe da Pontual.',
  },
  [paths.login]: {
    title: 'Entrar',
    description: 'Entre na sua conta da Pontual com e-mail e senha ou com o Google.',
  },
  [paths.register]: {
    title: 'Criar conta',
    description: 'Crie sua conta na Pontual e agende seus posts do Instagram. Comece grátis.',
  },
  [paths.privacy]: {
    title: 'Política de Privacidade',
    description:
      'Quais dados a Pontual guarda, para quê, por quanto tempo, com quem divide, e como você manda neles.',
  },
  [paths.terms]: {
    title: 'Termos de Uso',
    description:
      'O que a Pontual faz por você, o que ela espera de você, e como funcionam teste, garantia e cancelamento.',
  },
  [paths.cookies]: {
    title: 'Cookies',
    description:
      'O que a Pontual guarda no seu navegador, o que ela conta sobre as visitas, e onde você escolhe.',
  },
  [paths.accessibility]: {
    title: 'Acessibilidade',
    description:
      'A Pontual é feita para todas as pessoas. Aqui está o que já funciona, o que ainda falta e como nos contar.',
  },
  [paths.status]: {
    title: 'Status',
    description:
      'Se os posts estão saindo na hora, o que funciona agora e como foram os últimos 90 dias, pelo que a Pontual mede de si mesma.',
  },
  [paths.developers]: {
    title: 'Para programas',
    description: 'Ligue a Pontual a planilhas, sites, automações e assistentes de IA.',
  },
};

export const pageTitle = (path: PublicPath): string =>
  path === paths.home
    ? `Pontual · ${publicPages[path].title}`
    : `${publicPages[path].title} · Pontual`;

type Attribute = 'name' | 'property';
type MetaTag = Readonly<Record<Attribute, string | undefined> & { content: string }>;

const nameTag = (name: string, content: string): MetaTag => ({
  name,
  property: undefined,
  content,
});
const propertyTag = (property: string, content: string): MetaTag => ({
  name: undefined,
  property,
  content,
});

/** Returns the meta tags for search engines and link previews; `origin` has no trailing slash. */
export function buildMetaTags(path: PublicPath, origin: string): MetaTag[] {
  const title = pageTitle(path);
  const { description } = publicPages[path];
  const picture = `${origin}/og.png`;
  return [
    nameTag('description', description),
    propertyTag('og:type', 'website'),
    propertyTag('og:site_name', 'Pontual'),
    propertyTag('og:locale', 'pt_BR'),
    propertyTag('og:title', title),
    propertyTag('og:description', description),
    propertyTag('og:url', `${origin}${path}`),
    propertyTag('og:image', picture),
    propertyTag('og:image:type', 'image/png'),
    propertyTag('og:image:width', '1200'),
    propertyTag('og:image:height', '630'),
    propertyTag('og:image:alt', 'Pontual. Seus posts, na hora certa.'),
    nameTag('twitter:card', 'summary_large_image'),
    nameTag('twitter:title', title),
    nameTag('twitter:description', description),
    nameTag('twitter:image', picture),
  ];
}
