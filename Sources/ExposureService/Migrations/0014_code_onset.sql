-- The day on which a person's symptoms began, if the authority entered it beside their code; the day of the test, if
-- there were none. It goes when the code is used, and four days after it was issued if nobody did.
ALTER TABLE exposure_codes ADD COLUMN onset_day BIGINT;
