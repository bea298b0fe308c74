-- Hashes of the parts of texts up to three characters long, in lower case and within a scope, for a
-- GIN index: it finds parts of words in any script, and never reads another account group's entries.
-- `shortest`: leaves shorter parts out. Its cost keeps the planner from computing it row by row.
CREATE FUNCTION "text_grams"("scope" text, "texts" text[], "shortest" int DEFAULT 1) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
	select coalesce(array_agg(distinct hashtextextended(scope || ':' || gram, 0)), '{}')
	from unnest(texts) as given(whole)
	cross join lateral string_to_array(lower(whole), null) as letters
	cross join lateral generate_subscripts(letters, 1) as at
	cross join lateral (values (letters[at]), (letters[at] || letters[at + 1]),
		(letters[at] || letters[at + 1] || letters[at + 2])) as grams(gram)
	where length(gram) >= shortest
$$;
