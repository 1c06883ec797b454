import type { LegalSection } from './legal-page.tsx';

/** The middle part of the privacy policy. */
export const sharingSections: readonly LegalSection[] = [
  {
    id: 'terceiros',
    title: 'Quem mais recebe dados',
    body: (
      <>
        <dl>
          <dt>Meta (Instagram e Facebook)</dt>
          <dd>
            Recebe o que você publica: arquivos, legenda, primeiro comentário, texto alternativo,
            local, marcações, colaboradores e as opções de um reel. Recebe também o que você digita
            ao buscar um local. Busca os arquivos por links temporários que ninguém consegue
            adivinhar.
          </dd>
          <dt>Quem faz parte da sua equipe</dt>
          <dd>
            Só se você convida alguém: vê os posts e rascunhos, a mídia, os números, as contas do
            Instagram, o plano, o e-mail dos outros e, no histórico de cada post, quem fez o quê. A
            lista de tudo o que foi feito e os convites, só vê quem é responsável pela equipe. Quem
            é convidado recebe uma mensagem com o seu e-mail e o nome da equipe.
          </dd>
          <dt>Quem tem um link de aprovação</dt>
          <dd>
            Só se você pede a aprovação de um post: quem tem o link vê, sem entrar, a mídia, a
            legenda, o primeiro comentário, as marcações, o local, o horário, a conta do Instagram,
            o nome da equipe e a última resposta; das respostas da equipe, não vê de quem são nem o
            que dizem. De quem responde guardamos o nome que digitou, a resposta e o que viu,
            enquanto o post existir; a equipe lê o nome e a resposta.
          </dd>
          <dt>Google</dt>
          <dd>
            Só se você entra com o Google: fica sabendo que você usa a Pontual e nos confirma o seu
            e-mail.
          </dd>
          <dt>Stripe</dt>
          <dd>
            Só se você vai assinar um plano pago, ou passa a responder por uma equipe que já assinou
            um: recebe o seu e-mail, e o novo quando você o troca, e os dados do pagamento. O número
            do cartão vai direto para ela; nós não o recebemos. Ela guarda as faturas, também depois
            que a sua conta é excluída.
          </dd>
          <dt>A empresa do seu navegador (Google, Mozilla, Apple ou Microsoft)</dt>
          <dd>
            Só se você liga os avisos num aparelho: entrega cada um, cifrado, e fica sabendo que a
            Pontual mandou algo a ele.
          </dd>
          <dt>Os programas e endereços que você liga</dt>
          <dd>
            Só se existe um token ou um webhook em Programas. Quem tem o token, também um assistente
            ligado por MCP, lê e muda o que ele permite; com os posts lê o histórico, com o e-mail
            de quem fez o quê e as respostas a pedidos de aprovação. O endereço do webhook recebe
            avisos com a legenda, o horário, o estado, a conta e o link do post, e o motivo de um
            problema: também o nome e as palavras de quem respondeu por um link de aprovação. Se um
            programa diz onde está um arquivo, nós o buscamos lá. Cada pessoa da equipe pode criar
            tokens para si; webhooks, só quem é responsável por ela.
          </dd>
          <dt>Hospedagem, armazenamento e envio de e-mail</dt>
          <dd>
            Empresas que trabalham para nós, sob as nossas instruções, para guardar os dados e
            entregar as mensagens.
          </dd>
          <dt>Autoridades</dt>
          <dd>Só quando a lei ou uma ordem judicial obriga.</dd>
        </dl>
        <p>
          O que já foi publicado no Instagram fica também sob as regras da Meta, e o que você paga,
          sob as da Stripe.
        </p>
      </>
    ),
  },
  {
    id: 'transferencia',
    title: 'Transferência internacional',
    body: (
      <>
        <p>
          Meta, Google e Stripe tratam dados também fora do Brasil, sobretudo nos Estados Unidos. A
          transferência acontece porque é necessária para o que você pediu: publicar no Instagram,
          entrar com o Google, receber avisos no aparelho ou pagar (LGPD, art. 33, IX).
        </p>
        <p>
          Você pode perguntar a qualquer momento quais empresas recebem os seus dados, em que países
          e com que garantias, e pedir as cláusulas que valem para a transferência (Resolução
          CD/ANPD 19/2024).
        </p>
      </>
    ),
  },
];
