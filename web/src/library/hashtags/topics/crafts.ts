import { topic } from './topic.ts';

export const crafts = [
  topic(
    'cerâmica',
    'cerâmica, ceramista, caneca, barro, argila, torno, esmalte cerâmico, azulejo, forno de cerâmica, vaso de barro, peça de barro',
    'ceramicabrasileira ceramicautilitaria atelie barro mesaposta torno ceramica ceramicaartesanal ceramicafeitaamao ceramista feitoamao argila pottery',
  ),
  topic(
    'artesanato',
    'artesanato, artesã, artesão, feito à mão, ateliê, macramê, biscuit, feltro, handmade, decoupage, mdf',
    'artesanato feitoamao feitonobrasil artesanatobrasileiro handmade feitopormulheres atelie artesa compredequemfaz macrame pecaunica feitocomamor',
  ),
  topic(
    'crochê e tricô',
    'crochê, tricô, novelo, amigurumi, barbante, agulha, fio de malha, crocheteira',
    'croche trico amigurumi crochebrasil feitoamao fiodemalha crochet crochelovers crocheteiras barbante receitadecroche artesanato',
  ),
  topic(
    'costura',
    'costura, costureira, tecido, bordado, máquina de costura, patchwork, alfaiate, alfaiataria, modelagem',
    'costura costureira costuracriativa bordado patchwork tecidos alfaiataria modelagem bordadoamao ateliedecostura feitoamao sobmedida',
  ),
  topic(
    'papelaria',
    'papelaria, caderno, planner, agenda, caneta, adesivo, encadernação, lettering, papel, sticker',
    'papelaria papelariacriativa planner papelariafofa caderno lettering cadernopersonalizado agenda stickers papelariapersonalizada encadernacaoartesanal organizacao',
  ),
  topic(
    'moda feminina',
    'vestido, moda, look, blusa, saia, coleção, roupa, boutique, tendência, feminino, conjunto, calça',
    'moda modafeminina lookdodia look tendencia lojaonline estilo novacolecao fashion vestido modabrasileira ootd',
  ),
  topic(
    'moda plus size',
    'plus size, tamanho grande, moda inclusiva, gorda, curvy',
    'plussize modaplussize plussizebrasil modainclusiva lookplussize curvy corpolivre plus estiloplussize amorproprio gordastylish plussizefashion',
  ),
  topic(
    'moda íntima e praia',
    'lingerie, biquíni, maiô, moda praia, calcinha, sutiã, pijama, moda íntima, saída de praia',
    'lingerie modapraia biquini modaintima verao maio pijamas praia beachwear lingeriebrasil biquinis saidadepraia',
  ),
  topic(
    'moda infantil',
    'infantil, criança, bebê, enxoval, roupinha, body, maternidade, laço, mamãe e bebê',
    'modainfantil infantil bebe enxoval kids maternidade lookinfantil roupinhas modabebe lacos enxovaldebebe mundoinfantil',
  ),
  topic(
    'calçados e bolsas',
    'sapato, sandália, tênis, bolsa, calçado, bota, salto, couro, mochila, rasteirinha, carteira',
    'calcados sapatos bolsas sandalias tenis couro sapatosfemininos bolsasfemininas shoes rasteirinha bota acessorios',
  ),
  topic(
    'joias e semijoias',
    'joia, semijoia, brinco, colar, anel, pulseira, prata, bijuteria, aliança, folheado, pingente',
    'semijoias joias acessorios brincos colar prata925 bijuterias aneis joiasartesanais pulseiras folheadoaouro semijoiasdeluxo',
  ),
  topic(
    'brechó',
    'brechó, garimpo, seminovo, usado, segunda mão, moda circular, vintage, desapego',
    'brecho brechoonline modacircular garimpo sustentabilidade modasustentavel segundamao brechobrasil desapego vintage slowfashion consumoconsciente',
  ),
  topic(
    'floricultura',
    'flor, floricultura, florista, buquê, rosa, orquídea, arranjo, girassol, lírio, tulipa',
    'floricultura flores buque florista arranjosflorais rosas orquideas amoflores flowers florescolhidas presenteieflores decoracaocomflores',
  ),
  topic(
    'plantas e jardim',
    'planta, suculenta, jardim, jardinagem, paisagismo, muda, cacto, vaso, adubo, samambaia, urban jungle',
    'plantas suculentas jardinagem urbanjungle jardim paisagismo plantasemcasa cactos verde amoplantas natureza plantlovers',
  ),
  topic(
    'decoração',
    'decoração, decorar, almofada, quadro, interior, sala de estar, home decor, mesa posta, tapete, cortina',
    'decoracao homedecor decor casa mesaposta decoracaodeinteriores inspiracao designdeinteriores casadecorada interiores lardocelar apartamentopequeno',
  ),
  topic(
    'marcenaria e móveis',
    'móvel, marcenaria, marceneiro, madeira, planejado, armário, estofado, sofá, mesa de madeira, cadeira',
    'marcenaria moveis moveisplanejados madeira marceneiro moveissobmedida design moveisdemadeira marcenariacriativa woodworking estofados casa',
  ),
  topic(
    'lembrancinhas e festas',
    'lembrancinha, personalizado, aniversário, balão, painel de festa, convite, topo de bolo, chá de bebê, pegue e monte',
    'lembrancinhas festainfantil personalizados aniversario festa baloes decoracaodefesta convites chadebebe papelariapersonalizada pegueemonte topodebolo',
  ),
];
