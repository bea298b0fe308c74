-- The use is emptied when the account is erased. A deleted sub-account's loses the names of its keys, which end with it.
CREATE OR REPLACE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'use' = to_jsonb(OLD) - 'use' AND (NEW.use = '[]'
		OR NEW.use = (SELECT jsonb_agg(one - 'keyTitle' ORDER BY at) FROM jsonb_array_elements(OLD.use) WITH ORDINALITY uses(one, at))) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'statements stay as they are: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
