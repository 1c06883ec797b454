import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

/**
 * Texts quoted in the specification ([network] is Instagram), by page; `{n}`, `N`, `<date>`, `<time>` are
 * placeholders, a dash splits title and text. Unreachable: 'Selecione o tipo de conteúdo' (API only), 'Data
 * inválida' (posts/detail/headline.test.ts), 'Erro ao carregar analytics básicos' (has another text).
 */
const quotedTexts = {
  login: [
    'Continuar com Google',
    'E-mail é obrigatório',
    'E-mail inválido',
    'Senha é obrigatória',
    'Senha deve ter no mínimo 6 caracteres',
    'E-mail ou senha incorretos',
    'Dados inválidos',
    'Erro interno do servidor. Tente novamente em alguns instantes.',
    'Erro interno do servidor',
    'Erro inesperado. Tente novamente.',
  ],
  register: [
    'Continuar com Google',
    'Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número',
    'E-mail é obrigatório',
    'E-mail inválido',
    'Senha é obrigatória',
    'Senha deve ter no mínimo 6 caracteres',
    'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número',
    'Confirme sua senha',
    'Senhas não coincidem',
    'Conta criada com sucesso! Redirecionando para login...',
  ],
  recovery: [
    'Erro ao solicitar recuperação de senha',
    'Esta conta foi criada com Google. Para acessar, use o botão abaixo:',
    'Continuar com Google',
    'Token inválido',
    'O link de recuperação é inválido ou expirou.',
    'Token de recuperação não encontrado na URL',
    'Erro ao redefinir senha',
    'Senha redefinida com sucesso! Fazendo login...',
  ],
  googleReturn: [
    'Erro na autenticação com Google. Tente novamente.',
    'Token não encontrado. Tente fazer login novamente.',
  ],
  dashboard: [
    'Gratuito',
    'Conectar Instagram',
    'Falha na autenticação. Tente novamente.',
    'Nenhuma página do Facebook encontrada.',
    'Nenhuma conta Instagram Business encontrada. Certifique-se de ter uma conta Business conectada à sua página do Facebook.',
    'Erro no processo de conexão. Tente novamente.',
    'Sessão expirada. Tente conectar novamente.',
    'Erro ao conectar com Instagram',
    'Erro ao conectar com Instagram. Tente novamente.',
    'Criar meu primeiro post',
    'Ir para o Dashboard',
    'Criar Novo Post',
    'Ver Timeline Completa',
    'Nenhum post agendado',
    'Fazer upgrade',
    'Ver planos premium',
    'Tem certeza que deseja desconectar sua conta do Instagram?',
    'Erro ao desconectar Instagram. Tente novamente.',
    'Conta Instagram desconectada com sucesso!',
  ],
  plans: [
    'Mais Popular',
    'Fazer login',
    'Atual',
    'Plano atual',
    'Assinar',
    'Erro ao processar pagamento. Tente novamente.',
    'Gerenciar',
    'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
    'Erro ao abrir portal de cobrança.',
    'Premium',
    'Ilimitado',
    'Gerenciar assinatura',
    'Ver Analytics',
    'Posts ilimitados',
  ],
  composer: [
    'Calendário & Timeline',
    '{n} posts por mês',
    'Fazer Upgrade',
    'Agende seu próximo post',
    'Selecione pelo menos um arquivo',
    'Arquivo deve ter no máximo 8MB',
    'Arquivo deve ter no máximo 300MB',
    'Tipo detectado automaticamente',
    'Post de Vídeo',
    'Reels',
    'Stories',
    'REELS',
    'Máximo 3 colaboradores',
    'STORY',
    'Carrossel',
    'CARROSSEL',
    'AGORA',
    'Limite excedido!',
    'Legenda deve ter no máximo 2200 caracteres',
    'Selecione data e hora',
    'Agendado para <date> às <time>',
  ],
  sending: [
    'Post de Imagem',
    'Erro ao Agendar',
    'Não foi possível agendar o post. Verifique os dados e tente novamente.',
    'Não foi possível salvar o rascunho. Tente novamente.',
    'Quase lá!',
    'Conectar Instagram & Agendar',
    'Continuar Explorando (Demo)',
    'Voltar ao Formulário',
    'Post Agendado!',
    'Conta do Instagram não conectada',
    'Sucesso!',
    'Erro ao agendar post. Tente novamente.',
    'Limite Atingido',
  ],
  posts: [
    'Rascunhos',
    '+N',
    'Data e hora são obrigatórias',
    'Não foi possível agendar o rascunho.',
    'Rascunho Agendado!',
    'Sem data definida',
    'Erro ao Atualizar',
    'Não foi possível atualizar o post. Tente novamente.',
    'Post Atualizado!',
    'Tem certeza que deseja excluir este post agendado? Esta ação não pode ser desfeita.',
    'Erro ao Excluir',
    'Não foi possível excluir o post. Tente novamente.',
    'Post Excluído',
    'Post publicado',
    'Este post já foi publicado e não pode mais ser editado.',
  ],
  support: [
    'Central de Ajuda',
    'Ainda precisa de ajuda?',
    'Dúvidas Gerais',
    'Agendamento',
    'Conta e Login',
    'Planos e Pagamento',
    'Problemas Técnicos',
    'Conexão Instagram',
    'Erro no Envio',
    'Erro ao enviar mensagem. Tente novamente.',
    'Tentar Novamente',
    'Enviando...',
    'Mensagem Enviada!',
    'Obrigado pelo contato. Responderemos em até 24 horas.',
  ],
  analytics: [
    'Analytics não disponível',
    'Esta funcionalidade está disponível nos planos Pro e Premium.',
    'Ver Planos',
    'Análise básica de performance',
    'Erro ao carregar Analytics',
    'Erro ao carregar analytics',
    'Voltar',
    'Análise avançada de performance',
    'Atividade Diária',
    'Tipos de Mídia',
    'Insights',
    'Analytics Avançados',
    'Erro ao exportar dados',
  ],
  notFound: ['404', 'Oops! Página não encontrada', 'Voltar à página anterior'],
} as const;

type TextGroup = keyof typeof quotedTexts;

export function trackQuotedTexts<W extends TextGroup>(group: W) {
  type Text = (typeof quotedTexts)[W][number];
  const remaining = new Set<string>(quotedTexts[group]);
  const expectTextsIn = async (place: Locator, ...texts: readonly Text[]): Promise<void> => {
    const missing = () =>
      texts.filter((text) => !place.elements().some((root) => isShown(root, text)));
    await expect.poll(missing).toEqual([]);
    for (const text of texts) remaining.delete(text);
  };
  return {
    expectTexts: (...texts: readonly Text[]) =>
      expectTextsIn(page.elementLocator(document.body), ...texts),
    /** A short text may also occur elsewhere. */
    expectTextsIn,
    missingTexts: () => [...remaining],
  };
}

const placeholders: Readonly<Record<string, string>> = {
  '{n}': String.raw`\d+`,
  '+N': String.raw`\+\d+`,
  '<date>': String.raw`\d\d/\d\d/\d{4}`,
  '<time>': String.raw`\d\d:\d\d`,
};

function isShown(root: Element, text: string): boolean {
  const pattern = new RegExp(
    text
      .split(/(\{n\}|\+N|<date>|<time>)/)
      .map((part) => placeholders[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(''),
  );
  const holdsText = (element: Element) =>
    pattern.test((element.textContent ?? '').replaceAll(/\s+/g, ' '));
  return [root, ...root.querySelectorAll('*')].some(
    (element) =>
      holdsText(element) &&
      ![...element.children].some(holdsText) &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}
