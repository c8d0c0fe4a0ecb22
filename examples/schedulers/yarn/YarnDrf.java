// YARN's own DominantResourceCalculator (Apache Hadoop 3.3.4) behind the protocol: whole tasks, one by one, each to the
// user whose usage is lowest by its `compare`, on the first server where the task `fitsIn`; who fits nowhere is left out.
// The first resource is memory in MB, the second vcores, further ones are custom types `r2`, `r3` and so on.
import java.io.*;
import java.math.BigDecimal;
import java.util.*;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.shaded.com.fasterxml.jackson.databind.*;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.*;

public class YarnDrf {
    static final DominantResourceCalculator CALCULATOR = new DominantResourceCalculator();
    static int known = 2;

    static class Refusal extends Exception { Refusal(String why) { super(why); } }

    static Resource resource(JsonNode row) throws Refusal {
        Resource amount = Resource.newInstance(0L, 0);
        for (int r = 0; r < row.size(); r++) {
            if (row.get(r).asText().contains("/")) throw new Refusal("MB and vcores in whole numbers only");
            try {
                long value = new BigDecimal(row.get(r).asText()).longValueExact();
                if (r == 1) amount.setVirtualCores(Math.toIntExact(value)); else amount.setResourceValue(r, value);
            } catch (ArithmeticException e) { throw new Refusal("MB in whole 64 bits and vcores in whole 32 bits only"); }
        }
        return amount;
    }

    static void know(int resources) throws Refusal {
        if (resources < 2) throw new Refusal("needs memory and vcores: two resources or more");
        if (resources == known) return;
        StringJoiner more = new StringJoiner(",");
        for (int r = 2; r < resources; r++) more.add("r" + r);
        Configuration configuration = new Configuration(false);
        configuration.set(YarnConfiguration.RESOURCE_TYPES, more.toString());
        ResourceUtils.resetResourceTypes(configuration);
        known = resources;
    }

    static String allocate(JsonNode pool) throws Refusal {
        if (pool.hasNonNull("rate")) throw new Refusal("knows no rates");
        Set<String> weights = new HashSet<>();
        for (JsonNode w : pool.path("weight")) {
            if (w.isArray()) throw new Refusal("knows one weight per user, not weights per resource");
            weights.add(w.toString());
        }
        if (weights.size() > 1) throw new Refusal("the calculator knows no weights");
        know(pool.get("capacity").get(0).size());
        int servers = pool.get("capacity").size(), users = pool.get("demand").size();
        List<Resource> free = new ArrayList<>(), demand = new ArrayList<>(), usage = new ArrayList<>();
        Resource cluster = Resource.newInstance(0L, 0);
        for (JsonNode row : pool.get("capacity")) { free.add(resource(row)); Resources.addTo(cluster, resource(row)); }
        for (JsonNode row : pool.get("demand")) { demand.add(resource(row)); usage.add(Resource.newInstance(0L, 0)); }
        double[] limit = new double[users];
        long[][] placed = new long[users][servers];
        List<Integer> waiting = new ArrayList<>();
        for (int n = 0; n < users; n++) {
            String tasks = pool.path("tasks").path(n).asText("inf");
            String[] parts = tasks.split("/");
            limit[n] = tasks.equals("inf") ? Double.POSITIVE_INFINITY : Math.floor(
                Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1));
            if (limit[n] > 0) waiting.add(n);
        }
        for (int picks = 0; !waiting.isEmpty(); picks++) {
            if (picks > 200_000) throw new Refusal("more than 200000 picks");
            int best = waiting.get(0);
            for (int n : waiting) if (CALCULATOR.compare(cluster, usage.get(n), usage.get(best)) < 0) best = n;
            int server = 0;
            while (server < servers && !(eligible(pool, best, server) && CALCULATOR.fitsIn(demand.get(best), free.get(server)))) server++;
            if (server == servers) { waiting.remove((Integer) best); continue; }
            Resources.subtractFrom(free.get(server), demand.get(best));
            Resources.addTo(usage.get(best), demand.get(best));
            placed[best][server]++;
            if (--limit[best] <= 0) waiting.remove((Integer) best);
        }
        return "{\"placement\": " + Arrays.deepToString(placed).replaceAll("(\\d+)", "\"$1\"") + "}";
    }

    static boolean eligible(JsonNode pool, int user, int server) {
        if (!pool.hasNonNull("eligible")) return true;
        for (JsonNode s : pool.get("eligible").get(user)) if (s.asInt() == server) return true;
        return false;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        ObjectMapper json = new ObjectMapper();
        for (String line; (line = in.readLine()) != null; ) {
            JsonNode message = json.readTree(line);
            if (message.has("fairwitness")) System.out.println("{\"fairwitness\": 1, \"id\": \"yarn-3-3-4\", "
                + "\"model\": \"cluster\", \"division\": \"resource\", \"tasks\": \"whole\", \"numbers\": \"exact\"}");
            else if (message.has("compare")) System.out.println(compare(message.get("compare")));
            else try { System.out.println(allocate(message.get("instance"))); }
            catch (Refusal why) { System.out.println("{\"refuse\": \"" + why.getMessage() + "\"}"); }
            System.out.flush();
        }
    }

    static String compare(JsonNode three) {         // beyond the protocol: [cluster, left, right], for the tests
        try {
            know(three.get(0).size());
            return "{\"sign\": " + CALCULATOR.compare(resource(three.get(0)), resource(three.get(1)), resource(three.get(2))) + "}";
        } catch (Refusal why) { return "{\"refuse\": \"" + why.getMessage() + "\"}"; }
    }
}
