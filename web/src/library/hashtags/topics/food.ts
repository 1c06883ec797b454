import { topic } from './topic.ts';

export const food = [
  topic(
    'padaria',
    'pão, padaria, padeiro, padeira, fornada, croissant, baguete, fermentação natural, levain, broa, focaccia',
    'padaria paoartesanal paocaseiro fermentacaonatural levain paoquentinho padariaartesanal cafedamanha fornada paofresco amopao panificacao',
  ),
  topic(
    'confeitaria',
    'bolo, torta, confeitaria, confeiteira, confeiteiro, brigadeiro, doce, docinho, cupcake, recheio, cobertura, sobremesa, brownie, chantilly',
    'confeitaria confeitariaartesanal bolosdecorados docesgourmet bolocaseiro brigadeirogourmet docesfinos boloartesanal confeiteira festa bolodeaniversario doceria',
  ),
  topic(
    'chocolate',
    'chocolate, chocolateria, bombom, trufa, cacau, barra recheada, ganache',
    'chocolate chocolateartesanal trufas bombons cacau chocolateria chocolovers chocolategourmet beantobar amochocolate trufasartesanais presentedoce',
  ),
  topic(
    'cafeteria',
    'café, cafeteria, barista, espresso, cappuccino, grão especial, coador, latte',
    'cafe cafeteria cafeespecial barista cafezinho amocafe cafecoado espresso latteart cafebrasileiro pausaparaocafe coffeelovers',
  ),
  topic(
    'restaurante',
    'restaurante, almoço, jantar, prato, cardápio, chef, self service, prato do dia, couvert, rodízio',
    'restaurante gastronomia almoco jantar comidaboa pratododia chef culinaria ondecomer foodporn comidabrasileira reservas',
  ),
  topic(
    'hamburgueria',
    'hambúrguer, burger, hamburgueria, smash, lanche, batata frita, blend, cheddar, bacon',
    'hamburgueria hamburguerartesanal smashburger burger burgerlovers lanche hamburgueriaartesanal cheddar batatafrita delivery artesanal burgertime',
  ),
  topic(
    'pizzaria',
    'pizza, pizzaria, calzone, massa fina, borda recheada, forno a lenha, muçarela, pizzaiolo',
    'pizza pizzaria pizzaartesanal fornoalenha noitedepizza pizzalovers bordarecheada pizzadelivery massaartesanal amopizza pizzaboa pizzaiolo',
  ),
  topic(
    'marmita',
    'marmita, marmitex, quentinha, refeição, comida caseira, comida congelada, marmita fit',
    'marmita marmitafit comidacaseira comidasaudavel quentinha marmitex comidacongelada almocopronto marmitadelivery praticidade refeicaosaudavel comidadeverdade',
  ),
  topic(
    'salgados e festas',
    'salgado, salgadinho, coxinha, kibe, esfiha, empada, pastel, festa, buffet, pastelaria',
    'salgados salgadinhos coxinha salgadosparafesta festa buffet encomendas pastel salgadosartesanais festainfantil kitfesta eventos',
  ),
  topic(
    'açaí e sorvete',
    'açaí, sorvete, sorveteria, picolé, gelato, milkshake, casquinha, cupuaçu',
    'acai sorvete sorveteria gelato acailovers sorveteartesanal picole verao milkshake acainatigela sobremesagelada amoacai',
  ),
  topic(
    'churrasco',
    'churrasco, carne, picanha, costela, brasa, churrasqueira, açougue, linguiça, fraldinha, churrascaria',
    'churrasco churrascobrasileiro picanha bbq brasa carne costela acougue churrasqueiro parrilla domingodechurrasco boutiquedecarnes',
  ),
  topic(
    'comida japonesa',
    'sushi, sashimi, temaki, japonês, japonesa, hot roll, yakisoba, poke, lámen',
    'sushi comidajaponesa sushilovers temaki sashimi japa rodiziojapones sushitime culinariajaponesa hotroll delivery poke',
  ),
  topic(
    'cerveja e bar',
    'cerveja, chope, bar, boteco, happy hour, drink, caipirinha, cervejaria, coquetel, petisco, gin',
    'cerveja cervejaartesanal happyhour bar boteco drinks chope sextou cervejaria petiscos caipirinha coquetelaria',
  ),
  topic(
    'vinho e queijo',
    'vinho, queijo, vinícola, taça, espumante, sommelier, harmonização, uva, adega, tábua de frios',
    'vinho vinhos vinhobrasileiro queijo queijoartesanal espumante tabuadefrios vinholovers enologia harmonizacao vinicola adega',
  ),
  topic(
    'comida vegana',
    'vegano, vegana, vegetariano, vegetariana, plant based, sem lactose, sem glúten, natural, orgânico, orgânica',
    'vegano vegan comidavegana veganismo vegetariano plantbased semlactose semgluten organico alimentacaonatural receitavegana govegan',
  ),
  topic(
    'feira e hortifrúti',
    'feira, fruta, verdura, legume, hortifrúti, horta, colheita, sítio, produtor, agricultura familiar',
    'hortifruti feira frutas organicos agriculturafamiliar produtorlocal alimentosaudavel horta verduras docampo feiralivre colheita',
  ),
];
