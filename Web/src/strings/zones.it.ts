import type { enZones } from "./zones.en";

export const itZones: Record<keyof typeof enZones, string> = {
  "zones.title": "Zone di rischio",
  "zones.tab.map": "Mappa",
  "zones.tab.venue": "Nel centro",
  "zones.fictional": "Questo paese, la sua gente e i suoi casi sono inventati per la dimostrazione.",
  "zones.map": "Mappa dei casi",
  "zones.level": "Aree",
  "zones.level.state": "Stati",
  "zones.level.municipality": "Comuni",
  "zones.measure": "Che cosa si conta",
  "zones.measure.confirmed": "Casi confermati",
  "zones.measure.negative": "Test negativi",
  "zones.measure.suspected": "Casi sospetti",
  "zones.measure.deaths": "Decessi",
  "zones.drawing": "Tipo di mappa",
  "zones.drawing.classes": "Aree",
  "zones.drawing.heat": "Calore",
  "zones.drawing.light": "Semaforo",
  "zones.span": "Periodo",
  "zones.span.week": "7 giorni",
  "zones.span.total": "Dall’inizio",
  "zones.unit.week.population": "{what} in 7 giorni ogni 100.000 persone",
  "zones.unit.week.cases": "{what} in 7 giorni",
  "zones.unit.total.population": "{what} dall’inizio ogni 100.000 persone",
  "zones.unit.total.cases": "{what} dall’inizio",
  "zones.unit.light": "Casi in 7 giorni ogni 100.000 persone",
  "zones.class.none": "nessuno",
  "zones.class.first": "fino a {high}",
  "zones.class.between": "più di {low}, fino a {high}",
  "zones.class.unknown": "senza dati",
  "zones.heat.scale": "da pochi a molti",
  "zones.light.green": "Verde",
  "zones.light.yellow": "Giallo",
  "zones.light.orange": "Arancione",
  "zones.light.red": "Rosso",
  "zones.light.below": "meno di {high}",
  "zones.light.between": "da {low} a {high}",
  "zones.light.from": "{low} o più",
  "zones.rule": "Come si calcola il semaforo",
  "zones.rule.text":
    "Il colore dipende dai casi confermati degli ultimi 7 giorni ogni 100.000 persone, secondo le cifre della legenda. "
    + "Sale di un colore se sono almeno il {rise} % in più dei 7 giorni precedenti e scende di uno se sono almeno il "
    + "{fall} % in meno; con meno di {least} casi nelle due settimane insieme non c’è tendenza. La regola è la stessa "
    + "per tutte le aree.",
  "zones.day": "Giorno",
  "zones.play": "Riproduci i giorni",
  "zones.pause": "Pausa",
  "zones.nation": "Tutte le aree",
  "zones.area.hint": "Scegli un’area sulla mappa o nella tabella per vederne le cifre.",
  "zones.area.unknown": "Di quest’area non ci sono dati in queste cifre.",
  "zones.fact.day": "In questo giorno",
  "zones.fact.week": "In 7 giorni",
  "zones.fact.incidence": "In 7 giorni ogni 100.000",
  "zones.fact.total": "Dall’inizio",
  "zones.fact.population": "Abitanti",
  "zones.fact.light": "Semaforo",
  "zones.chart.caption": "Le barre sono giorni; la linea, la loro media di 7 giorni. La barra più alta è {top}.",
  "zones.chart.summary": "{day}: {count}. Il massimo è stato {peak}, {peakDay}.",
  "zones.table": "La mappa come tabella",
  "zones.table.area": "Area",
  "zones.empty": "Ancora nessuna area",
  "zones.empty.text":
    "L’autorità sanitaria importa le aree e i casi giornalieri nella sua console; chi gestisce il server, con:",
  "zones.venue.small": "Questo centro è troppo piccolo",
  "zones.venue.small.text": "Con così pochi negozi, un negozio sarebbe quasi una persona. Non si mostra nulla.",
  "zones.venue.none": "Niente da mostrare",
  "zones.venue.none.text":
    "In nessun giorno delle ultime due settimane in un negozio ci sono state {least} o più persone che poi hanno "
    + "segnalato.",
  "zones.venue.all": "Ultimi {count} giorni",
  "zones.venue.people": "{people} o più",
  "zones.venue.short": "{people}+",
  "zones.venue.published": "Pubblicato {day}; cambia una volta al giorno.",
  "zones.venue.list": "Persone che poi hanno segnalato",
  "zones.venue.how": "Perché qui non si può trovare nessuno",
  "zones.venue.how.agree":
    "A chi segnala si chiede se il telefono può dire in quali negozi ha provato di essere e in quali giorni. Senza un "
    + "sì non dice nulla.",
  "zones.venue.how.blind":
    "Dice ogni negozio e giorno per conto suo, in un altro momento, senza account e con una prova che non nomina "
    + "nessuno: il server vede che viene da qualcuno che ha segnalato e che non l’aveva già detto, ma non chi è né che "
    + "altro ha detto.",
  "zones.venue.how.coarse":
    "Un negozio e un giorno si mostrano da {least} persone diverse in su, di {least} in {least}. L’ora non si dice "
    + "mai, e dopo {days} giorni tutto è cancellato.",
  "zones.venue.how.daily":
    "Il quadro cambia una volta al giorno, perché nessuno veda che cosa cambia una persona in più.",
  "zones.venue.how.limit":
    "Non mostra chi si è contagiato lì, e un negozio senza segno non è più sicuro di uno che lo ha.",
  "problem.zones.unknown": "Non esistono aree o cifre del genere.",
  "problem.zones.invalid_file": "Il file non si capisce. Non è stato cambiato nulla.",
};
